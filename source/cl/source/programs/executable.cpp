// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/executable.h"

#include "kernels/variants.h"

#include <algorithm>

namespace cl {

Executable::Executable(Device& in_device, mux_executable_t loaded, binary::Program in_contents)
    : device(in_device), mux(loaded), contents(std::move(in_contents)),
      specialize(wanted_specialization()),
      variants(std::make_unique<Variants[]>(contents.kernels.size())) {}

Executable::~Executable() {
  // `variants` go later, but hold executables of their own.
  muxDestroyExecutable(device.mux, mux, allocator);
}

Variants& Executable::variants_of(const binary::Kernel& kernel) const {
  return variants[static_cast<size_t>(&kernel - contents.kernels.data())];
}

const binary::Kernel* Executable::find(std::string_view name) const {
  const auto found = std::ranges::find(contents.kernels, name, &binary::Kernel::name);
  return found == contents.kernels.end() ? nullptr : &*found;
}

cargo::expected<ExecutablePointer, mux_result_t>
load_executable(Device& device, binary::bytes_view container, binary::Program contents) {
  contents.ir = {}; // and the code: large, and not needed here
  contents.payloads = {};
  mux_executable_t loaded = nullptr;
  const mux_result_t result =
      muxCreateExecutable(device.mux, container.data(), container.size(), allocator, &loaded);
  if (result != mux_success) {
    return cargo::unexpected{result};
  }
  try {
    return ExecutablePointer(std::make_shared<Executable>(device, loaded, std::move(contents)));
  } catch (...) {
    muxDestroyExecutable(device.mux, loaded, allocator);
    throw;
  }
}

} // namespace cl

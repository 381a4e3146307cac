// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/executable.h"

#include "kernels/variants.h"

#include <algorithm>
#include <cstring>

namespace cl {

namespace {

/// Variables may ask for more alignment than any type has.
constexpr uint64_t block_alignment = 4096;

/// Gives variables their first values.
void initialize(std::byte* block, uint64_t size, const std::vector<binary::Variable>& variables) {
  std::memset(block, 0, size);
  for (const binary::Variable& variable : variables) {
    std::byte* place = block + variable.offset;
    if (!variable.initial.empty()) {
      std::memcpy(place, variable.initial.data(), variable.initial.size());
    }
    for (const binary::VariableAddress& address : variable.addresses) {
      const auto value = reinterpret_cast<uint64_t>(block) + address.target;
      std::memcpy(place + address.offset, &value, sizeof value);
    }
  }
}

} // namespace

Executable::Executable(Device& in_device, mux_executable_t loaded, binary::Program in_contents,
                       void* in_variables)
    : device(in_device), mux(loaded), contents(std::move(in_contents)),
      specialize(wanted_specialization()), variable_block(in_variables),
      variants(std::make_unique<Variants[]>(contents.kernels.size())) {}

Executable::~Executable() {
  // `variants` go later, but hold executables of their own.
  muxDestroyExecutable(device.mux, mux, allocator);
  if (variable_block) {
    muxFreeAddress(device.mux, variable_block);
  }
}

Variants& Executable::variants_of(const binary::Kernel& kernel) const {
  return variants[static_cast<size_t>(&kernel - contents.kernels.data())];
}

const binary::Kernel* Executable::find(std::string_view name) const {
  const auto found = std::ranges::find(contents.kernels, name, &binary::Kernel::name);
  return found != contents.kernels.end() && is_created(*found) ? &*found : nullptr;
}

std::span<std::byte> Executable::variable(std::string_view name) const {
  const auto found = std::ranges::find_if(contents.variables, [&](const binary::Variable& one) {
    return name == one.name || (!one.host_name.empty() && name == one.host_name);
  });
  if (found == contents.variables.end()) {
    return {};
  }
  return {static_cast<std::byte*>(variable_block) + found->offset, found->size};
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
  void* variables = nullptr;
  if (const uint64_t size = loaded->variables_size) {
    const mux_result_t allocated = muxAllocateShared(device.mux, size, block_alignment, &variables);
    if (allocated != mux_success) {
      muxDestroyExecutable(device.mux, loaded, allocator);
      return cargo::unexpected{allocated};
    }
    initialize(static_cast<std::byte*>(variables), size, contents.variables);
  }
  try {
    return ExecutablePointer(
        std::make_shared<Executable>(device, loaded, std::move(contents), variables));
  } catch (...) {
    if (variables) {
      muxFreeAddress(device.mux, variables);
    }
    muxDestroyExecutable(device.mux, loaded, allocator);
    throw;
  }
}

} // namespace cl

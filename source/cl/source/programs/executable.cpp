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

/// Gives variables their first values, in a block that kernels see at `block_address`.
void initialize(std::byte* block, uint64_t size, mux_address_t block_address,
                const std::vector<binary::Variable>& variables) {
  std::memset(block, 0, size);
  for (const binary::Variable& variable : variables) {
    std::byte* place = block + variable.offset;
    if (!variable.initial.empty()) {
      std::memcpy(place, variable.initial.data(), variable.initial.size());
    }
    for (const binary::VariableAddress& address : variable.addresses) {
      const uint64_t value = block_address + address.target;
      std::memcpy(place + address.offset, &value, sizeof value);
    }
  }
}

/// Memory for the block of variables, with their first values.
cargo::expected<DeviceMemory, mux_result_t>
make_variables(const Device& device, uint64_t size,
               const std::vector<binary::Variable>& variables) {
  auto block = DeviceMemory::allocate(device, size, block_alignment);
  if (!block) {
    return block;
  }
  if (block->data()) {
    initialize(block->data(), size, block->address(), variables);
    return block;
  }
  std::vector<std::byte> values(size);
  initialize(values.data(), size, block->address(), variables);
  const mux_result_t written = write_contents(device, *block, values.data(), size);
  if (written != mux_success) {
    return cargo::unexpected{written};
  }
  return block;
}

} // namespace

Executable::Executable(Device& in_device, mux_executable_t loaded, binary::Program in_contents,
                       DeviceMemory in_variables)
    : device(in_device), mux(loaded), contents(std::move(in_contents)),
      specialize(wanted_specialization()), device_kept(&in_device),
      variable_block(std::move(in_variables)),
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
  return found != contents.kernels.end() && is_created(*found) ? &*found : nullptr;
}

std::span<std::byte> Executable::variable(std::string_view name) const {
  const auto found = std::ranges::find_if(contents.variables, [&](const binary::Variable& one) {
    return name == one.name || (!one.host_name.empty() && name == one.host_name);
  });
  if (found == contents.variables.end()) {
    return {};
  }
  return {reinterpret_cast<std::byte*>(variables()) + found->offset, found->size};
}

const uint64_t* Executable::function(std::string_view name) const {
  const auto found = std::ranges::find(contents.functions, name, &binary::Function::name);
  return found != contents.functions.end() ? &found->number : nullptr;
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
    DeviceMemory variables;
    if (const uint64_t size = loaded->variables_size) {
      auto made = make_variables(device, size, contents.variables);
      if (!made) {
        muxDestroyExecutable(device.mux, loaded, allocator);
        return cargo::unexpected{made.error()};
      }
      variables = std::move(*made);
    }
    return ExecutablePointer(
        std::make_shared<Executable>(device, loaded, std::move(contents), std::move(variables)));
  } catch (...) {
    muxDestroyExecutable(device.mux, loaded, allocator);
    throw;
  }
}

} // namespace cl

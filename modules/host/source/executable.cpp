// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu.h"
#include "cpu/tiles.h"
#include "device.h"
#include "kernel.h"
#include "loader/machine.h"

#include <algorithm>
#include <new>

using namespace host;

namespace host {

Executable::Executable(binary::Program given_program, std::vector<LoadedCode> given_parts)
    : program(std::move(given_program)), parts(std::move(given_parts)) {
  kernels_length = program.kernels.size();
  variables_size = 0;
  for (const binary::Variable& variable : program.variables) {
    variables_size = std::max(variables_size, variable.offset + variable.size);
  }
}

Executable::~Executable() = default;

std::pair<const void*, const LoadedCode*> Executable::find(std::string_view function) const {
  for (const LoadedCode& part : parts) {
    if (const void* address = part.find(function)) {
      return {address, &part};
    }
  }
  return {nullptr, nullptr};
}

namespace {

bool is_for(const binary::Payload& payload, std::string_view level) {
  return payload.format == "elf" && payload.triple.starts_with(this_machine().name) &&
         payload.cpu == level;
}

/// The payloads made for the best CPU level that this CPU is: the parts of the program, each of
/// which may need other features beside the level's. None if there is no level of which all run.
/// Throws std::bad_alloc.
std::vector<const binary::Payload*> choose(const binary::Program& program) {
  const CpuLevels levels = cpu_levels();
  for (uint32_t i = 0; i < levels.length; ++i) {
    std::vector<const binary::Payload*> parts;
    for (const binary::Payload& payload : program.payloads) {
      if (is_for(payload, levels.names[i])) {
        parts.push_back(&payload);
      }
    }
    const auto runs = [](const binary::Payload* part) {
      return cpu_runs(part->cpu, part->features);
    };
    if (!parts.empty() && std::ranges::all_of(parts, runs)) {
      return parts;
    }
  }
  return {};
}

/// Kernels of blocks, by number; false if the table is not sound. Throws std::bad_alloc.
bool add_blocks(Executable& executable, mux_device_info_t device) {
  const auto& kernels = executable.program.kernels;
  const auto count = static_cast<size_t>(std::ranges::count_if(
      kernels, [](const binary::Kernel& kernel) { return kernel.block != 0; }));
  executable.blocks.resize(count);
  for (const binary::Kernel& kernel : kernels) {
    if (kernel.block > count) {
      return false;
    }
    if (kernel.block != 0) {
      executable.blocks[kernel.block - 1] = std::make_unique<Kernel>(executable, kernel, device);
    }
  }
  return std::ranges::all_of(executable.blocks, [](const auto& block) { return block != nullptr; });
}

mux_result_t load(binary::bytes_view bytes, mux_device_info_t device,
                  mux_allocator_info_t allocator, mux_executable_t* out_executable) {
  auto program = binary::read(bytes);
  if (!program || program->kind != binary::Kind::executable) {
    return mux_error_invalid_binary;
  }
  const std::vector<const binary::Payload*> payloads = choose(*program);
  if (payloads.empty()) {
    return mux_error_unsupported_binary;
  }
  std::vector<LoadedCode> parts;
  for (const binary::Payload* payload : payloads) {
    auto code = LoadedCode::load(payload->code);
    if (!code) {
      return code.error().kind == LoadedCode::Error::Kind::out_of_memory ? mux_error_out_of_memory
                                                                         : mux_error_invalid_binary;
    }
    parts.push_back(std::move(*code));
    if (payload->features.find("+amx-tile") != std::string::npos) {
      ask_for_tiles();
    }
  }
  program->payloads = {};
  program->ir = {};
  auto* executable = create<Executable>(allocator, mux_object_type_executable, std::move(*program),
                                        std::move(parts));
  if (executable == nullptr) {
    return mux_error_out_of_memory;
  }
  for (const binary::Kernel& kernel : executable->program.kernels) {
    if (executable->find(kernel.entry).first == nullptr) {
      destroy(allocator, *executable);
      return mux_error_invalid_binary;
    }
  }
  try {
    if (!add_blocks(*executable, device)) {
      destroy(allocator, *executable);
      return mux_error_invalid_binary;
    }
  } catch (const std::bad_alloc&) {
    destroy(allocator, *executable);
    return mux_error_out_of_memory;
  }
  *out_executable = executable;
  return mux_success;
}

} // namespace
} // namespace host

extern "C" mux_result_t hostCreateExecutable(mux_device_t device, const void* binary,
                                             uint64_t binary_length, mux_allocator_info_t allocator,
                                             mux_executable_t* out_executable) {
  try {
    return load({static_cast<const uint8_t*>(binary), binary_length}, device->info, allocator,
                out_executable);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

extern "C" mux_result_t hostDestroyExecutable(mux_device_t device, mux_executable_t executable,
                                              mux_allocator_info_t allocator) {
  auto& destroyed = cast<Executable>(executable);
  cast<Device>(device).events.free_all_of(destroyed.events);
  destroy(allocator, destroyed);
  cast<Device>(device).scheduler.trim(); // whose kernels may have needed much memory
  return mux_success;
}

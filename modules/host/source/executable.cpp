// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu.h"
#include "kernel.h"

#include <algorithm>
#include <new>

using namespace host;

namespace host {

Executable::Executable(binary::Program given_program, LoadedCode given_code)
    : program(std::move(given_program)), code(std::move(given_code)) {
  kernels_length = program.kernels.size();
  variables_size = 0;
  for (const binary::Variable& variable : program.variables) {
    variables_size = std::max(variables_size, variable.offset + variable.size);
  }
}

namespace {

/// The payload made for the best CPU level that this CPU is, or null.
const binary::Payload* choose(const binary::Program& program) {
  const CpuLevels levels = cpu_levels();
  for (uint32_t i = 0; i < levels.length; ++i) {
    for (const binary::Payload& payload : program.payloads) {
      if (payload.format == "elf" && payload.triple.starts_with("x86_64") &&
          payload.cpu == levels.names[i] && cpu_runs(payload.cpu, payload.features)) {
        return &payload;
      }
    }
  }
  return nullptr;
}

mux_result_t load(binary::bytes_view bytes, mux_allocator_info_t allocator,
                  mux_executable_t* out_executable) {
  auto program = binary::read(bytes);
  if (!program || program->kind != binary::Kind::executable) {
    return mux_error_invalid_binary;
  }
  const binary::Payload* payload = choose(*program);
  if (payload == nullptr) {
    return mux_error_unsupported_binary;
  }
  auto code = LoadedCode::load(payload->code);
  if (!code) {
    return code.error().kind == LoadedCode::Error::Kind::out_of_memory ? mux_error_out_of_memory
                                                                       : mux_error_invalid_binary;
  }
  for (const binary::Kernel& kernel : program->kernels) {
    if (code->find(kernel.entry) == nullptr) {
      return mux_error_invalid_binary;
    }
  }
  program->payloads = {};
  program->ir = {};
  auto* executable = create<Executable>(allocator, mux_object_type_executable, std::move(*program),
                                        std::move(*code));
  if (executable == nullptr) {
    return mux_error_out_of_memory;
  }
  *out_executable = executable;
  return mux_success;
}

} // namespace
} // namespace host

extern "C" mux_result_t hostCreateExecutable(mux_device_t, const void* binary,
                                             uint64_t binary_length, mux_allocator_info_t allocator,
                                             mux_executable_t* out_executable) {
  try {
    return load({static_cast<const uint8_t*>(binary), binary_length}, allocator, out_executable);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

extern "C" mux_result_t hostDestroyExecutable(mux_device_t, mux_executable_t executable,
                                              mux_allocator_info_t allocator) {
  destroy(allocator, cast<Executable>(executable));
  return mux_success;
}

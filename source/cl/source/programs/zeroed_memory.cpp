// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/zeroed_memory.h"

#include "CL/cl_newer.h"

#include "compiler_interface/options.h"

namespace cl {
namespace {

constexpr cl_context_memory_initialize_khr every_kind =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

compiler::ZeroedMemory wanted(const Context& context) {
  const cl_context_properties* value = context.property(CL_CONTEXT_MEMORY_INITIALIZE_KHR);
  const cl_context_properties kinds = value ? *value : 0;
  return {(kinds & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) != 0,
          (kinds & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) != 0};
}

} // namespace

bool is_zeroed_memory(cl_context_properties value) {
  return (static_cast<cl_context_memory_initialize_khr>(value) & ~every_kind) == 0;
}

std::string options_in(const Context& context, const std::string& options) {
  return std::string(compiler::option_for(wanted(context))) + options;
}

bool zeroes_memory_for(const Context& context, std::string_view options) {
  const compiler::ZeroedMemory needed = wanted(context), there = compiler::zeroed_memory(options);
  return (there.local_memory || !needed.local_memory) &&
         (there.private_memory || !needed.private_memory);
}

} // namespace cl

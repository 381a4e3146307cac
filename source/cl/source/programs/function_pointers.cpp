// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointers to a program's functions, which kernels call through them (cl_newer.h).
#include "programs/program.h"

using namespace cl;

cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device_handle, cl_program handle,
                                                   const char* name, cl_ulong* pointer_ret) {
  return guarded([&]() -> cl_int {
    const Device* device = lookup<Device>(device_handle);
    const Program* program = lookup<Program>(handle);
    if (!program) {
      return CL_INVALID_PROGRAM;
    }
    if (!device || !program->has(*device)) {
      return CL_INVALID_DEVICE;
    }
    if (!name || !pointer_ret) {
      return CL_INVALID_VALUE;
    }
    const auto executable = program->executable(*device);
    if (!executable) {
      return CL_INVALID_PROGRAM_EXECUTABLE;
    }
    const uint64_t* pointer = executable->function(name);
    if (!pointer) {
      return CL_INVALID_ARG_VALUE;
    }
    *pointer_ret = *pointer;
    return CL_SUCCESS;
  });
}

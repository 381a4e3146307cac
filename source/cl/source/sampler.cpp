// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers on devices without images.
#include "context.h"

using namespace cl;

cl_sampler CL_API_CALL clCreateSampler(cl_context handle, cl_bool, cl_addressing_mode,
                                       cl_filter_mode, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&]() -> expected<cl_sampler> {
    return fail(lookup<Context>(handle) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

cl_int CL_API_CALL clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void*, size_t*) {
  return CL_INVALID_SAMPLER;
}

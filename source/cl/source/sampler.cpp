// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Samplers on devices without images.
#include "context.h"

namespace cl {
namespace {

cl_int refuse(cl_context handle, cl_bool normalized, cl_addressing_mode addressing,
              cl_filter_mode filter) {
  if (!lookup<Context>(handle)) {
    return CL_INVALID_CONTEXT;
  }
  const bool needs_normalized =
      addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
  const bool valid = (normalized == CL_TRUE || (normalized == CL_FALSE && !needs_normalized)) &&
                     addressing >= CL_ADDRESS_NONE && addressing <= CL_ADDRESS_MIRRORED_REPEAT &&
                     (filter == CL_FILTER_NEAREST || filter == CL_FILTER_LINEAR);
  return valid ? CL_INVALID_OPERATION : CL_INVALID_VALUE;
}

} // namespace
} // namespace cl

using namespace cl;

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized,
                                       cl_addressing_mode addressing, cl_filter_mode filter,
                                       cl_int* errcode_ret) {
  return guarded(errcode_ret, [&]() -> expected<cl_sampler> {
    return fail(refuse(context, normalized, addressing, filter));
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

cl_int CL_API_CALL clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void*, size_t*) {
  return CL_INVALID_SAMPLER;
}

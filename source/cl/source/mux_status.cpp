// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mux_status.h"

#include <new>

namespace cl {
namespace {

/// One alignment for all, because `release` is not told of it.
constexpr std::align_val_t alignment_of_all{mux_alignment};

void* allocate(void*, size_t size, size_t alignment) {
  return alignment <= mux_alignment ? ::operator new(size, alignment_of_all, std::nothrow)
                                    : nullptr;
}

void release(void*, void* pointer) { ::operator delete(pointer, alignment_of_all); }

} // namespace

const mux_allocator_info_t allocator = {allocate, release, nullptr};

cl_int status_of(mux_result_t result) {
  switch (result) {
  case mux_success:
    return CL_SUCCESS;
  case mux_error_out_of_memory:
    return CL_OUT_OF_HOST_MEMORY;
  case mux_error_invalid_value:
    return CL_INVALID_VALUE;
  case mux_error_invalid_binary:
  case mux_error_unsupported_binary:
    return CL_INVALID_BINARY;
  case mux_error_missing_kernel:
    return CL_INVALID_KERNEL_NAME;
  case mux_error_feature_unsupported:
    return CL_INVALID_OPERATION;
  case mux_error_dependency_failed:
    return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  case mux_error_cancelled: // which nothing else does
    return CL_CONTEXT_TERMINATED_KHR;
  default:
    return CL_OUT_OF_RESOURCES;
  }
}

} // namespace cl

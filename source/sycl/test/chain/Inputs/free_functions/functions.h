// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_TEST_FREE_FUNCTIONS_H
#define SYCL_TEST_FREE_FUNCTIONS_H

#include <sycl/sycl.hpp>

namespace ext = sycl::ext::oneapi::experimental;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void count_up(int* to, int first);
namespace inside {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void doubled(int* to);
} // namespace inside

#endif

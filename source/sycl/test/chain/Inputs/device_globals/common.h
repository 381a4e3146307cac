// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

using sycl::ext::oneapi::experimental::device_global;

extern device_global<int> common;
SYCL_EXTERNAL int plus_common(int x);
int own_of_second(sycl::queue& queue);

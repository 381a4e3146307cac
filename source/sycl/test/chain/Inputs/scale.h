// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

/// Defined in one file, called from kernels of another.
SYCL_EXTERNAL int scaled(int x);

/// A kernel in an inline function: both files have it.
inline void add_one(sycl::queue& queue, int* data, size_t count) {
  queue.parallel_for(count, [=](sycl::id<1> i) { data[i] += 1; }).wait();
}

void from_other_file(sycl::queue& queue, int* data, size_t count);

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes and places whose sums or bytes cannot be counted.
#include "check.h"

#include <cstddef>

int main() {
  constexpr std::size_t most = std::size_t(-1);
  sycl::queue queue;
  CHECK(!sycl::malloc_shared<int>(most / sizeof(int) + 2, queue));
  CHECK(!sycl::malloc_device<double>(most / sizeof(double) + 2, queue));
  CHECK(!sycl::aligned_alloc_host<int>(64, most / sizeof(int) + 2, queue));
  sycl::usm_allocator<int, sycl::usm::alloc::shared> allocator(queue);
  CHECK(throws(sycl::errc::memory_allocation,
               [&] { (void)allocator.allocate(most / sizeof(int) + 2); }));

  constexpr std::size_t half = std::size_t(1) << 32;
  CHECK(throws(sycl::errc::memory_allocation,
               [&] { sycl::buffer<int, 2>(sycl::range<2>(half, half)); }));
  CHECK(throws(sycl::errc::memory_allocation,
               [&] { sycl::buffer<int>(sycl::range<1>(most / sizeof(int) + 2)); }));
  sycl::buffer<int> buffer(sycl::range<1>(4));
  CHECK(throws(sycl::errc::invalid,
               [&] { sycl::buffer<int>(buffer, sycl::id<1>(most), sycl::range<1>(2)); }));
  CHECK(throws(sycl::errc::invalid,
               [&] { sycl::host_accessor(buffer, sycl::range<1>(2), sycl::id<1>(most)); }));
  return failures;
}

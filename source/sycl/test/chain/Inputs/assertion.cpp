// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

/// With an argument, an assertion in a kernel fails.
int main(int count, char**) {
  sycl::queue queue([](const sycl::exception_list& errors) {
    std::printf("%zu asynchronous error\n", errors.size());
    std::fflush(stdout);
    std::_Exit(3);
  });
  queue.single_task([=] { assert(count == 1); });
  queue.wait_and_throw();
  std::printf("holds\n");
}

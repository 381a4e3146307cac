// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two files with a specialization constant of the same name each, and one that they share.
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include <sycl/sycl.hpp>

inline constexpr sycl::specialization_id<int> shared(30);

int second_file(sycl::queue& queue, int value);
SYCL_EXTERNAL int shared_value(sycl::kernel_handler constants);

/// The default value times 100, and the value that is set.
template <typename Name, auto& Id> int read_own(sycl::queue& queue, int value) {
  int* out = sycl::malloc_shared<int>(2, queue);
  for (int i = 0; i < 2; ++i) {
    queue
        .submit([&](sycl::handler& group) {
          if (i == 1) {
            group.set_specialization_constant<Id>(value);
          }
          group.single_task<Name>([=](sycl::kernel_handler constants) {
            out[i] = constants.get_specialization_constant<Id>();
          });
        })
        .wait();
  }
  const int result = 100 * out[0] + out[1];
  sycl::free(out, queue);
  return result;
}

inline int read_shared(sycl::queue& queue) {
  int* out = sycl::malloc_shared<int>(1, queue);
  queue
      .submit([&](sycl::handler& group) {
        group.set_specialization_constant<shared>(31);
        group.single_task([=](sycl::kernel_handler constants) { *out = shared_value(constants); });
      })
      .wait();
  const int result = *out;
  sycl::free(out, queue);
  return result;
}

#endif

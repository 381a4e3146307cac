// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "constants.h"

constexpr sycl::specialization_id<int> own(2);

int second_file(sycl::queue& queue, int value) {
  return read_own<class second_kernel, own>(queue, value);
}
SYCL_EXTERNAL int shared_value(sycl::kernel_handler constants) {
  return constants.get_specialization_constant<shared>();
}

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that another file launches.
#include "functions.h"

namespace {

size_t place() {
  return sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();
}

} // namespace

void count_up(int* to, int first) { to[place()] = first + int(place()); }
void inside::doubled(int* to) { to[place()] *= 2; }

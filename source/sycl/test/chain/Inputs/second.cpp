// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale.h"

SYCL_EXTERNAL int scaled(int x) { return 10 * x; }

void from_other_file(sycl::queue& queue, int* data, size_t count) { add_one(queue, data, count); }

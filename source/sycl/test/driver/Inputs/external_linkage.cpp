// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

SYCL_EXTERNAL
extern "C" int declared(int);
SYCL_EXTERNAL extern "C" int defined(int x) { return declared(x) + 1; }
extern "C" SYCL_EXTERNAL int behind(int x) { return x + 2; }
extern "C" {
SYCL_EXTERNAL int inside(int x) { return x + 3; }
}
extern "C" int on_host(int x) { return x + 4; }
SYCL_EXTERNAL extern int plain(int);
SYCL_EXTERNAL int plain(int x) { return x + 5; }

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address space qualifier functions (OpenCL C 6.15.10, `to_global` and the like), by the names that
// Clang calls them by.
#include "mux.h"

enum { private_space = 0, local_space = 3 };

static bool is_in(const __generic void* pointer, uint space) {
  return __mux_is_in_space(pointer, space);
}

extern "C" {
__attribute__((const)) __global void* __to_global(__generic void* pointer) {
  return is_in(pointer, local_space) || is_in(pointer, private_space) ? nullptr
                                                                      : (__global void*)pointer;
}
__attribute__((const)) __local void* __to_local(__generic void* pointer) {
  return is_in(pointer, local_space) ? (__local void*)pointer : nullptr;
}
__attribute__((const)) __private void* __to_private(__generic void* pointer) {
  return is_in(pointer, private_space) ? (__private void*)pointer : nullptr;
}
}

/// CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE.
__attribute__((const)) uint get_fence(const __generic void* pointer) {
  return is_in(pointer, local_space) ? 1 : 2;
}
__attribute__((const)) uint get_fence(__generic void* pointer) {
  return is_in(pointer, local_space) ? 1 : 2;
}

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that is too large for optimised code generation, as each of its vectors takes several registers.
#define STEP x = x * y + p[0]; y = y * x + p[1];
#define TEN(code) code code code code code code code code code code
kernel void large(global double16* p) {
  double16 x = p[2], y = p[3];
  TEN(TEN(TEN(STEP))) TEN(TEN(TEN(STEP))) TEN(TEN(TEN(STEP)))
  p[get_global_id(0)] = x;
}

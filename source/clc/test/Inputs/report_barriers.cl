// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel with more barriers than get loops of their own, and one with fewer.
#define STEP(i) t[l] = x; barrier(CLK_LOCAL_MEM_FENCE); x += t[(l + i) & 15];
#define STEPS(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3)
kernel void many(global int* p, local int* t) {
  int l = get_local_id(0), x = l;
  STEPS(0) STEPS(4) STEPS(8) STEPS(12) STEPS(16) STEPS(20) STEPS(24) STEPS(28)
  STEPS(32) STEPS(36) STEPS(40) STEPS(44) STEPS(48) STEPS(52) STEPS(56) STEPS(60)
  STEP(64)
  p[get_global_id(0)] = x;
}
kernel void fewer(global int* p, local int* t) {
  int l = get_local_id(0), x = l;
  STEPS(0) STEPS(4)
  p[get_global_id(0)] = x;
}

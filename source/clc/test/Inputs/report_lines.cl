// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void here(global int* p) { p[get_global_id(0)] = 1; }
#line 70
 kernel void numbered(global int* p) { p[get_global_id(0)] = 2; }
#line 3 "other.cl"
  kernel void there(global int* p, global int* q) {
  p[get_global_id(0)] = q[q[get_global_id(0)]];
}

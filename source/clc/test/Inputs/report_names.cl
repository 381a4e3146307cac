// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose names are not easily found in their lines.
#define KERNEL(a, b) kernel void a##b(global int* p) { p[get_global_id(0)] = 1; }
/* k2 ak k_ */kernel void k(global int* k3) { k3[get_global_id(0)] = 1; }
  KERNEL(ma, de)

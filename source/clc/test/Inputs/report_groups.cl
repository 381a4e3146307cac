// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void groups(global int* p, global const int* q) {
  int i = get_global_id(0);
  int own[8192];
  for (int k = 0; k < 8192; ++k)
    own[k] = q[i + k];
  p[i] = sub_group_reduce_add(own[q[i] & 8191]);
}

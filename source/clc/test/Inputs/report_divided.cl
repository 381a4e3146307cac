// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that call functions of sub-groups, with and without a required local size.
kernel void asked(global const int* p, global int* q) { q[get_sub_group_id()] = sub_group_reduce_add(p[get_global_id(0)]); }
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void required(global const int* p, global int* q) {
  q[get_sub_group_id()] = sub_group_reduce_add(p[get_global_id(0)]);
}

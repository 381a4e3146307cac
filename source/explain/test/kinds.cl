// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each line that ends in "kind: x" is to be of that kind on the page, for x86-64-v4.

kernel void places(global float* out, global const float* in, global const int* where, int n, float factor) {
  int i = get_global_id(0);
  float scaled = in[i] * factor;                         // kind: vector
  float common = in[n] * factor;                         // kind: once
  float apart = in[where[i]];                            // kind: gather
  if (scaled > apart)
    out[i] = scaled * common + apart;                    // kind: masked
}

kernel void rings(global float* out, global const float* in, uint n) {
  size_t i = get_global_id(0);
  out[i] = in[i % n];                                    // kind: tested
}

kernel void counts(volatile global int* counter, global int* old) {
  int i = get_global_id(0);
  old[i] = atomic_add(&counter[i & 3], i);               // kind: lanes
}

kernel void turns(global float* out, global const float* in) {
  local float tile[64];
  int i = get_local_id(0);
  tile[i] = in[i];                                       // kind: vector
  barrier(CLK_LOCAL_MEM_FENCE);                          // kind: barrier
  out[i] = tile[63 - i];                                 // kind: vector
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void alone(global float* out) {
  out[get_global_id(0)] += 1;                            // kind: scalar
}

kernel void sums(global float* out, global const float* in, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[k * 4096 + i] * 2;                         // kind: vector
  out[i] = sum;
}

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel for each thing that the vectoriser's report can say.
kernel void leaves(global int* p) {
  int i = get_global_id(0), n = 0;
  for (int x = p[i]; x > 1; x = x & 1 ? 3 * x + 1 : x / 2)
    ++n;
  p[i] = n;
}
kernel void branches(global float* p, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k)
    if (p[i] > k)
      p[i] = sqrt(p[i]) / (p[i] + k);
}
kernel void guarded(global float* p, int n) {
  int i = get_global_id(0);
  if (i < n)
    p[i] = sqrt(p[i]);
}
kernel void gathers(global float* p, global const float* q, global const int* where) {
  int i = get_global_id(0);
  p[where[i]] = q[where[i] + 1];
}
kernel void rings(global float* p, global const float* q, uint n) {
  size_t i = get_global_id(0);
  p[i % n + n] = q[i % n];
}
kernel void counts(volatile global int* counter, global int* old) {
  int i = get_global_id(0);
  old[i] = atomic_add(&counter[i & 3], i);
}
kernel void careful(volatile global int* p) {
  int i = get_global_id(0);
  p[i + 1] = p[i];
}
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void alone(global int* p) { p[get_global_id(0)] = 1; }
kernel void same(global int* p) { *p = 1; }
kernel void waits(volatile global int* lock, global int* p) {
  while (atomic_cmpxchg(lock, 0, 1))
    ;
  *p += get_global_id(0);
  atomic_xchg(lock, 0);
}
kernel void large(global int* p, global const int* q) {
  int i = get_global_id(0);
  int own[8192];
  for (int k = 0; k < 8192; ++k)
    own[k] = q[i + k];
  p[i] = own[q[i] & 8191];
}

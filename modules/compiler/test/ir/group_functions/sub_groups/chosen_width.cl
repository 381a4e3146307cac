// A number in LANEWISE_VECTORIZE is the size of sub-groups that exchange values, even where a vector form takes long to
// compile or run, but not where work-items wait for each other.
// RUN: env LANEWISE_VECTORIZE=4 muxc -cl --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,copy-written-arguments,simplify,number-barriers,sub-groups %s | FileCheck %s --check-prefixes=CHECK,CHOSEN
// RUN: muxc -cl --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,copy-written-arguments,simplify,number-barriers,sub-groups %s | FileCheck %s --check-prefixes=CHECK,LEFT

// CHECK-LABEL: define {{.*}}spir_kernel void @large(
// CHOSEN-SAME: [[FOUR:#[0-9]+]] {{.*}}!vecz.vectorized
// LEFT-SAME: [[ONE:#[0-9]+]]
// CHECK-LABEL: define {{.*}}spir_kernel void @waits(
// CHOSEN-SAME: [[ONE:#[0-9]+]]
// LEFT-SAME: [[ONE]]
// CHOSEN-DAG: attributes [[FOUR]] = {{.*}}"lanewise-sub-group-size"="4"
// CHECK-DAG: attributes [[ONE]] = {{.*}}"lanewise-sub-group-size"="1"

__attribute__((overloadable)) int sub_group_reduce_add(int);

// More cases than there can be masks for.
#define ONE(n) case n: a = p[n % 8] + n; b ^= p[(n + 1) % 8] * a; c += b * a; d = c - p[(n + 3) % 8]; p[n % 5] = d; break;
#define R8(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7)
#define R64(n) R8(n) R8(n + 8) R8(n + 16) R8(n + 24) R8(n + 32) R8(n + 40) R8(n + 48) R8(n + 56)
kernel void large(global int* io, global const int* op, int i) {
  int a = i, b = 1, c = 2, d = 3;
  global int* p = io + get_local_id(0) * 8;
  switch (op[get_local_id(0)]) {
    R64(0) R64(64) R64(128) R64(192)
  }
  p[7] = sub_group_reduce_add(a + b + c + d);
}

kernel void waits(global int* io, volatile global int* lock) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {
  }
  io[get_local_id(0)] += 1;
  atomic_xchg(lock, 0);
  io[8] = sub_group_reduce_add(io[get_local_id(0)]);
}

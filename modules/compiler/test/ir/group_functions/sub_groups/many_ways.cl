// A switch of more cases than there can be masks for, in a kernel with sub-groups of a required size that exchange values:
// its one vector form, for as many lanes as are left, does block after block.
// RUN: muxc -cl --passes=define-group-functions,link-builtins,fold-target-facts,inline-group-functions,copy-written-arguments,simplify,number-barriers,sub-groups %s | FileCheck %s

// CHECK-NOT: @k.vecz.4(
// CHECK-LABEL: define {{.*}}spir_kernel void @k(
// CHECK-SAME: !vecz.vectorized [[FORMS:![0-9]+]]
// CHECK-NOT: @k.vecz.4(
// CHECK: define internal spir_func void @k.vecz.4.masked(
// CHECK: %next.slot = alloca
// CHECK: round:
// CHECK: call i32 @llvm.vector.reduce.umin.v4i32(
// CHECK: [[FORMS]] = !{ptr @k.vecz.4.masked, i32 4, i32 1}

#define ONE(n) case n: a = p[n % 8] + n; b ^= p[(n + 1) % 8] * a; c += b * a; d = c - p[(n + 3) % 8]; p[n % 5] = d; break;
#define R8(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7)
#define R64(n) R8(n) R8(n + 8) R8(n + 16) R8(n + 24) R8(n + 32) R8(n + 40) R8(n + 48) R8(n + 56)
__attribute__((overloadable)) int sub_group_reduce_add(int);
__attribute__((intel_reqd_sub_group_size(4))) kernel void k(global int* io, global const int* op, int i) {
  int a = i, b = 1, c = 2, d = 3;
  global int* p = io + get_local_id(0) * 8;
  switch (op[get_local_id(0)]) {
    R64(0) R64(64) R64(128) R64(192)
  }
  p[7] = sub_group_reduce_add(a + b + c + d);
}

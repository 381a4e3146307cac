// In a group of five work-items the fifth is a masked vector with one active lane: its store of
// truncated elements is one byte.
// RUN: rm -rf %t && env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=4 LANEWISE_REMAINDER=masked LANEWISE_DUMP=%t clc -lanewise-cpu=skylake-avx512 -o %t.bin %s
// RUN: cat %t/*/*.s | FileCheck %s

// CHECK: vpsrld $10
// CHECK: vpmovdb {{.*}}, ([[OUT:%r[0-9a-z]+,%r[0-9a-z]+]])
// CHECK: {{vpsrld|shrl}} $10
// CHECK: {{movb|vpextrb}} {{.*}}, 4([[OUT]])
__attribute__((reqd_work_group_size(5, 1, 1)))
kernel void k(global uchar* out, global const uint* in) {
  const uint value = in[get_global_id(0)] * in[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (uchar)(value >> 10);
}

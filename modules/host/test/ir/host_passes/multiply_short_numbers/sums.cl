// Products of bytes in a sum of many registers: multiplied and added at once where the CPU can. With sixteen registers the sum
// is in few, and would wait for that instruction.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-short-numbers clc -lanewise-cpu=znver4 %s -o %t 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-short-numbers clc -lanewise-cpu=alderlake %s -o %t 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-short-numbers clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s --check-prefix=LEVEL

// CHECK-LABEL: @product(
// CHECK-COUNT-8: call <16 x i32> @llvm.x86.avx512.vpdpwssd.512(
// CHECK-NOT: mul nsw <
// FEW-LABEL: @product(
// FEW-COUNT-4: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
// LEVEL-LABEL: @product(
// LEVEL-COUNT-8: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
__attribute__((reqd_work_group_size(256, 4, 1)))
kernel void product(global int* c, global const char* a, global const char* b, int n) {
  int column = get_global_id(0), row = get_global_id(1), sum = 0;
  for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * n + column];
  c[row * n + column] = sum;
}

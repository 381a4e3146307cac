// A CPU with AVX512_FP16 computes with halves. Code that does so says that it needs the feature; conversions do not.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=half-extrema clc -lanewise-cpu=sapphirerapids -DBODY="a[i] * b[i] + a[i]" %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,FMA,HAS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=half-extrema clc -lanewise-cpu=sapphirerapids -DBODY="fmin(a[i], b[i])" %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,HAS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=half-extrema clc -lanewise-cpu=sapphirerapids -DBODY="(int)a[i] + 1" %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,LACKS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=half-extrema clc -lanewise-cpu=znver4 -DBODY="a[i] * b[i] + a[i]" %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,LACKS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=half-extrema clc -lanewise-cpu=x86-64-v4 -DBODY="a[i] * b[i] + a[i]" %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,LACKS
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

// CHECK-LABEL: define {{.*}}@lanewise.entry.k(
// FMA: call <64 x half> @llvm.fmuladd.v64f16(
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global half* out, global const half* a, global const half* b) {
  size_t i = get_global_id(0);
  out[i] = BODY;
}
// HAS: attributes #{{.*}}"target-features"="+avx512fp16"
// LACKS-NOT: avx512fp16

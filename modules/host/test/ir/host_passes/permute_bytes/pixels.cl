// Pixels of three bytes are taken apart by AVX512_VBMI where the CPU has it, and code that does so says that it needs the
// feature. Other code does not.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=znver4 -DBODY="vload3(i, in).y" %s -o %t 2>&1 | FileCheck %s --check-prefix=HAS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=x86-64-v4 -DBODY="vload3(i, in).y" %s -o %t 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=znver4 -DBODY="in[i]+in[i+1]" %s -o %t 2>&1 | FileCheck %s --check-prefix=LACKS
kernel void k(global uchar* out, global const uchar* in) {
  size_t i = get_global_id(0);
  out[i] = BODY;
}
// HAS: attributes #{{.*}}"target-features"="+avx512vbmi"
// LACKS-NOT: avx512vbmi

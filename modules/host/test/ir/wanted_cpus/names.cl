// One payload for each CPU that -lanewise-cpu lists: a level stands for itself, a model for the highest level that it has
// and is tuned for it; what has the level of one before adds none. Names that LLVM does not know are an error.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=x86-64-v3,x86-64,znver4,haswell -o %t %s 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=armv8-a,cortex-a72 -o %t %s 2>&1 | FileCheck %s --check-prefix=ARM
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=cortex-a72 -o %t %s 2>&1 | FileCheck %s --check-prefix=TUNED
// RUN: env LANEWISE_CACHE=0 LANEWISE_CPU=x86-64-v2 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=native -o %t %s 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -lanewise-cpu=alderlake -o %t %s 2>&1 | FileCheck %s --check-prefix=IMPLIED
// RUN: env LANEWISE_CACHE=0 not clc -lanewise-cpu=x86-64,pentium64 -o %t %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// THREE: ; after retarget
// THREE: "target-cpu"="x86-64-v3" "tune-cpu"="x86-64-v3"
// THREE: ; after retarget
// THREE: "target-cpu"="x86-64" "tune-cpu"="x86-64"
// THREE: ; after retarget
// THREE: "target-cpu"="x86-64-v4" "tune-cpu"="znver4"
// THREE-NOT: ; after retarget
// ARM: target triple = "aarch64
// ARM: "target-cpu"="generic"
// ARM-NOT: ; after retarget
// TUNED: "target-cpu"="generic" "tune-cpu"="cortex-a72"
// NATIVE: "target-cpu"="x86-64-v2"
// IMPLIED: "target-cpu"="x86-64-v3" "tune-cpu"="alderlake"
// UNKNOWN: error: unknown CPU 'pentium64' in -lanewise-cpu, expected x86-64, x86-64-v2, x86-64-v3, x86-64-v4, armv8-a, native, or a name as Clang's -march takes it
kernel void k(global float* p, int n) {
  for (int i = 0; i < n; ++i) {
    p[get_global_id(0) * n + i] *= 2.0f;
  }
}

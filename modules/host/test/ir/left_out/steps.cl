// LANEWISE_SKIP leaves out steps that only optimise, and no others; LANEWISE_OPTIMISE_LIMIT ends LLVM's passes after so many
// and names the last.
// RUN: env LANEWISE_CACHE=0 LANEWISE_TIME_PASSES=1 LANEWISE_SKIP=vectorize,work-item-loops clc %s -o %t 2>&1 | FileCheck %s --check-prefix=SKIP
// RUN: env LANEWISE_CACHE=0 LANEWISE_OPTIMISE_LIMIT=3 clc %s -o %t 2>&1 | FileCheck %s --check-prefix=LIMIT

// SKIP-NOT: ms  vectorize
// SKIP: ms  work-item-loops
// SKIP-NOT: ms  vectorize
// SKIP: ms  optimise
// LIMIT: LANEWISE_OPTIMISE_LIMIT: the last pass is {{[A-Za-z]+}}Pass
kernel void k(global float* p) {
  for (int i = 0; i < 4; ++i) {
    p[get_global_id(0) * 4 + i] *= 2.0f;
  }
}

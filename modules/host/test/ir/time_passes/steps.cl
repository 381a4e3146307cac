// LANEWISE_TIME_PASSES says of each step of a build, in their order, how long it took, once for each; unset it says
// nothing. A step that is left out is not timed.
// RUN: env LANEWISE_CACHE=0 LANEWISE_TIME_PASSES=1 clc -lanewise-cpu=x86-64-v3 %s -o %t 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_TIME_PASSES=1 clc -lanewise-cpu=x86-64-v3 -cl-opt-disable %s -o %t 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: env LANEWISE_CACHE=0 clc %s -o %t 2>&1 | count 0

// CHECK: {{^ *[0-9]+\.[0-9][0-9][0-9] ms  guard-division$}}
// CHECK-NEXT: ms  define-asserts{{$}}
// CHECK-NEXT: ms  define-image-blocks{{$}}
// CHECK-NEXT: ms  lower-pipes{{$}}
// CHECK-NEXT: ms  lower-enqueue{{$}}
// CHECK-NEXT: ms  define-named-barriers{{$}}
// CHECK-NEXT: ms  define-group-functions{{$}}
// CHECK-NEXT: ms  lower-images{{$}}
// CHECK-NEXT: ms  link-builtins{{$}}
// CHECK: {{^ *[0-9]+\.[0-9][0-9][0-9] ms  vectorize$}}
// CHECK-NEXT: ms  single-lanes{{$}}
// CHECK-NEXT: {{^ *[0-9]+\.[0-9][0-9][0-9] ms  work-item-loops$}}
// CHECK: ms  optimise{{$}}
// CHECK: ms  remove-unused{{$}}
// CHECK-NEXT: ms  split-switches{{$}}
// CHECK-NEXT: ms  demote-phis{{$}}
// CHECK-NEXT: ms  split-odd-loads{{$}}
// CHECK-NEXT: ms  scalarize-masked-stores{{$}}
// CHECK-NEXT: ms  split-high-products{{$}}
// CHECK-NEXT: ms  legalize-shuffles{{$}}
// CHECK-NEXT: ms  split-half-shuffles{{$}}
// CHECK-NEXT: ms  cut-long-sums{{$}}
// CHECK-NEXT: ms  widen-carried-masks{{$}}
// CHECK-NEXT: ms  emit-object{{$}}
// CHECK-NOT: {{.}}

// PLAIN-NOT: ms  vectorize
// PLAIN: ms  work-item-loops
// PLAIN-NOT: ms  optimise
// PLAIN: ms  emit-object
kernel void k(global float* p) { p[get_global_id(0)] *= 2.0f; }

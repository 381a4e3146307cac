// Of a kernel without loops nothing is left that it did not ask for: neither the loops over rows and
// work-items, which all store the same, nor the ids of groups.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=optimise clc %s -o %t 2>&1 | FileCheck %s

// CHECK: define void @lanewise.entry.k
// CHECK-NOT: udiv
// CHECK: group.run:
// CHECK-NEXT: store i32 42
// CHECK-NEXT: add
// CHECK-NEXT: icmp
// CHECK-NEXT: br i1
// CHECK-NOT: load
// CHECK: ret void
kernel void k(global int *p) { *p = 42; }

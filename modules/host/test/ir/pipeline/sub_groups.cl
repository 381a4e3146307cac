// Code for several CPUs has sub-groups of one size, that of the CPU with the largest registers: a program may ask for it before
// it is known which code runs.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=sub-groups clc -cl-std=CL3.0 -lanewise-cpu=x86-64,x86-64-v4 %s -o %t 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=sub-groups clc -cl-std=CL3.0 -lanewise-cpu=x86-64 %s -o %t 2>&1 | FileCheck %s --check-prefix=ONE

// CHECK: ; after sub-groups
// CHECK: define {{.*}}@k.vecz.16(
// CHECK: "lanewise-sub-group-size"="16"
// CHECK: ; after sub-groups
// CHECK: define {{.*}}@k.vecz.16(
// CHECK: "lanewise-sub-group-size"="16"
// ONE: define {{.*}}@k.vecz.4(
// ONE: "lanewise-sub-group-size"="4"
kernel void k(global int* p) { p[get_global_id(0)] = sub_group_reduce_add(p[get_global_id(0)]); }

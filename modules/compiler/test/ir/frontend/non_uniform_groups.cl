// Programs whose work-groups may be of several sizes: those of OpenCL C 2.0 or later without the
// option.
// option.
// RUN: muxc -cl -options=-cl-std=CL2.0 %s | FileCheck %s
// RUN: muxc -cl -options=-cl-std=CL3.0 %s | FileCheck %s
// RUN: muxc -cl -options=-cl-std=CLC++2021 %s | FileCheck %s
// RUN: muxc -cl %s | FileCheck %s --check-prefix=UNIFORM
// RUN: muxc -cl -options=-cl-std=CL1.0 %s | FileCheck %s --check-prefix=UNIFORM
// RUN: muxc -cl -options="-cl-std=CL3.0 -cl-uniform-work-group-size" %s | FileCheck %s --check-prefix=OPTION

// CHECK: !{i32 8, !"lanewise.non_uniform_groups", i32 1}
// UNIFORM-NOT: lanewise.non_uniform_groups
// OPTION: !{i32 8, !"lanewise.non_uniform_groups", i32 0}
kernel void k(global int *p) { p[get_global_id(0)] = 1; }

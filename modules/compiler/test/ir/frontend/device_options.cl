// A target's own build options are found again in the module's metadata, values included.
// RUN: muxc -cl -options="-lanewise-vec-report -lanewise-cpu=x86-64" %s | FileCheck %s
// RUN: muxc -cl -options="-lanewise-cpu x86-64" %s | FileCheck %s --check-prefix=SEPARATE
// RUN: muxc -cl %s | FileCheck %s --check-prefix=NONE

// CHECK: !lanewise.options = !{[[REPORT:![0-9]+]], [[CPU:![0-9]+]]}
// CHECK: [[REPORT]] = !{!"-lanewise-vec-report", !""}
// CHECK: [[CPU]] = !{!"-lanewise-cpu", !"x86-64"}
// SEPARATE: !{!"-lanewise-cpu", !"x86-64"}
// NONE-NOT: lanewise.options
kernel void k(global int *p) { *p = 1; }

// A target's own build options are found again in the module's metadata, values included.
// RUN: muxc -cl -options="-host-flag-one -host-value=seven -host-flag-two" %s | FileCheck %s
// RUN: muxc -cl -options="-host-value seven" %s | FileCheck %s --check-prefix=SEPARATE
// RUN: muxc -cl %s | FileCheck %s --check-prefix=NONE

// CHECK: !lanewise.options = !{[[ONE:![0-9]+]], [[VALUE:![0-9]+]], [[TWO:![0-9]+]]}
// CHECK: [[ONE]] = !{!"-host-flag-one", !""}
// CHECK: [[VALUE]] = !{!"-host-value", !"seven"}
// CHECK: [[TWO]] = !{!"-host-flag-two", !""}
// SEPARATE: !{!"-host-value", !"seven"}
// NONE-NOT: lanewise.options
kernel void k(global int *p) { *p = 1; }

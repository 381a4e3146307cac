// No mode but the one that all operations have can be selected. A program that asks first whether
// there is the extension does not come to its pragma.
// RUN: muxc -cl %s | FileCheck %s
// RUN: not muxc -cl -options="-DTOWARD_ZERO" %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not muxc -cl -options="-DNO_MODE" %s 2>&1 | FileCheck %s --check-prefix=NO-MODE

#ifdef cl_khr_select_fprounding_mode
#pragma OPENCL SELECT_ROUNDING_MODE rtp
#endif
#pragma OPENCL SELECT_ROUNDING_MODE rte
// REFUSED: rounding_modes.cl:[[# @LINE + 2]]:{{[0-9]+}}: error: only rounding mode 'rte' can be selected, because the device does not have 'cl_khr_select_fprounding_mode'
#ifdef TOWARD_ZERO
#pragma OPENCL SELECT_ROUNDING_MODE rtz
#endif
// NO-MODE: rounding_modes.cl:[[# @LINE + 2]]:16: error: only rounding mode 'rte' can be selected
#ifdef NO_MODE
#pragma OPENCL SELECT_ROUNDING_MODE
#endif

// CHECK: fadd float
kernel void k(global float* p) { p[0] += 1; }

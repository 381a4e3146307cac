// No mode but the one that all operations have can be selected. A program that asks first whether
// there is the extension does not come to its pragma. Programs of OpenCL C 1.x can name the mode by a macro.
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

// RUN: muxc -cl -options="-cl-std=CL1.0" %s | FileCheck %s --check-prefixes=CHECK,NAMED
// RUN: muxc -cl -options="-cl-std=CL2.0" %s | FileCheck %s --check-prefixes=CHECK,NAMELESS

// CHECK: fadd float
// NAMED: call {{.*}}@_Z17convert_float_rte
// NAMELESS-NOT: convert_float_rte
#define CONVERT_AS(mode) convert_float_##mode
#define CONVERT(mode) CONVERT_AS(mode)
kernel void k(global float* p, int n) {
  p[0] += 1;
#ifdef __ROUNDING_MODE__
  p[1] = CONVERT(__ROUNDING_MODE__)(n);
#endif
}

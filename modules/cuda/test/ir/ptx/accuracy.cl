// Division and sqrt of floats are as exact as OpenCL C asks, or as the option says; functions that divide are exact in any case.
// RUN: %ptx %s | FileCheck %s
// RUN: %ptx -cl-opt-disable %s | FileCheck %s
// RUN: %ptx -cl-fp32-correctly-rounded-divide-sqrt %s | FileCheck %s --check-prefix=EXACT

// CHECK: .entry ratio(
// CHECK: div.full.f32
// CHECK: sqrt.approx.f32
// CHECK: ret;
// EXACT: .entry ratio(
// EXACT: div.rn.f32
// EXACT: sqrt.rn.f32
// EXACT: ret;
kernel void ratio(global float* p) { p[0] = sqrt(p[1] / p[2]); }

// One that LLVM may take out of its branch.
// CHECK: .entry branch(
// CHECK: sqrt.approx.f32
// CHECK: ret;
// EXACT: .entry branch(
// EXACT: sqrt.rn.f32
// EXACT: ret;
kernel void branch(global float* p) {
  float x = p[1], root = 7;
  if (x >= 0)
    root = sqrt(x);
  p[0] = root;
}

// CHECK: .entry reciprocal(
// CHECK: rcp.approx.f32
// CHECK: ret;
// EXACT: .entry reciprocal(
// EXACT: rcp.rn.f32
// EXACT: ret;
kernel void reciprocal(global float* p) { p[0] = 1 / p[1]; }

// CHECK: .entry doubles(
// CHECK: div.rn.f64
// CHECK: sqrt.rn.f64
kernel void doubles(global double* p) { p[0] = sqrt(p[1] / p[2]); }

// CHECK: .entry library(
// CHECK-NOT: div.full
// CHECK: ret;
kernel void library(global float* p) { p[0] = tan(p[1]) + atan2(p[2], p[3]); }

// The functions native_... are the hardware's approximations, for vectors element by element; others are not.
// RUN: %ptx %s | FileCheck %s

// CHECK: .entry waves(
// CHECK-COUNT-2: sin.approx.f32
// CHECK: cos.approx.f32
// CHECK: div.approx.f32
// CHECK: ret;
kernel void waves(global float* p, global float2* q) {
  q[1] = native_sin(q[0]);
  p[0] = native_divide(native_cos(p[1]), p[2]);
}

// CHECK: .entry powers(
// CHECK-DAG: lg2.approx.f32
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: rsqrt.approx.f32
// CHECK-DAG: sqrt.approx.f32
// CHECK: ret;
kernel void powers(global float* p) {
  p[0] = native_powr(p[1], p[2]);
  p[3] = native_rsqrt(p[4]) + native_sqrt(p[5]);
}

// CHECK: .entry exact(
// CHECK-NOT: approx
// CHECK: ret;
kernel void exact(global float* p) { p[0] = sinh(p[1]) + log(p[2]); }

// The rest of an exponential is an approximation that is good enough.
// CHECK: .entry exponential(
// CHECK: fma.rm.f32
// CHECK: ex2.approx.ftz.f32
// CHECK: ret;
kernel void exponential(global float* p) { p[0] = exp(p[1]); }

// Structures as arguments, generic pointers, program-scope variables, images, printf: all in the target's own code.
// RUN: %ptx -cl-std=CL3.0 %s | FileCheck %s

typedef struct {
  int a[4];
  float b;
} Packed;

// CHECK: .visible .entry by_value(
// CHECK: .param .align 4 .b8 by_value_param_1[20],
// CHECK: ld.param.b32 {{.*}}[by_value_param_1+16]
kernel void by_value(global float* p, Packed s) { *p = s.b; }

// CHECK: .visible .entry spaces(
// CHECK-DAG: isspacep.shared
// CHECK-DAG: isspacep.local
kernel void spaces(global int* p, local int* l, int which) {
  int* g = which ? (int*)p : (int*)l;
  p[1] = to_local(g) != 0;
  p[2] = to_private(g) != 0;
  p[0] = *g;
}

// The block of variables is what the launch says.
// CHECK: .visible .entry count(
// CHECK: ld.param.b64 [[BLOCK:%rd[0-9]+]], [count_param_1+128];
// CHECK: atom.sys.global.add.u32 {{.*}}, [[[BLOCK]]], 
global atomic_int counter = 0;
kernel void count(global int* p) { *p = atomic_fetch_add(&counter, 1); }

// CHECK: .visible .entry pixel(
// CHECK: .param .u64 {{.*}}pixel_param_0,
// CHECK: .param .u32 pixel_param_1,
kernel void pixel(read_only image2d_t image, sampler_t s, global float4* p) { *p = read_imagef(image, s, (int2)(1, 2)); }

// CHECK: .visible .entry says(
// CHECK: ld.param.b64 {{.*}}[says_param_1+120];
// CHECK: atom.sys.global.add.u64
kernel void says(int x) { printf("%d\n", x); }

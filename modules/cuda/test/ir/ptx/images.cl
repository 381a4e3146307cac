// Texels lie at multiples of their size, so that one is a load or a store, whatever the format; those that share bytes are read by bytes.
// RUN: %ptx -cl-std=CL3.0 %s | FileCheck %s

// CHECK: .visible .entry reads(
// CHECK-DAG: ld.global.b16
// CHECK-DAG: ld.global.b32
// CHECK-DAG: ld.global.v2.b32
// CHECK-DAG: ld.global.v4.b32
kernel void reads(read_only image2d_t image, global uint4* p) {
  *p = read_imageui(image, (int2)(get_global_id(0), 2));
}

// CHECK: .visible .entry writes(
// CHECK-DAG: st.global.b16
// CHECK-DAG: st.global.b32
// CHECK-DAG: st.global.v2.b32
// CHECK-DAG: st.global.v4.b32
kernel void writes(write_only image2d_t image, uint4 color) {
  write_imageui(image, (int2)(get_global_id(0), 2), color);
}

// Bytes become floats without conversions, which are slow there, and back.
// CHECK: .visible .entry filters(
// CHECK-NOT: cvt.rn.f32.u
// CHECK-DAG: prmt.b32 {{.*}}, 1258291200, {{.*}};
// CHECK-DAG: add.rn.f32 {{.*}}, 0fCB000000;
// CHECK-DAG: fma.rn.f32 {{.*}}, 0f3B808081,
// CHECK-NOT: cvt.rn.f32.u
// CHECK: .visible .entry
constant sampler_t linear = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
kernel void filters(read_only image2d_t image, global float4* p) {
  *p = read_imagef(image, linear, (float2)(3.5f, 2.5f));
}

kernel void end(global float4* p) { *p = 0; }

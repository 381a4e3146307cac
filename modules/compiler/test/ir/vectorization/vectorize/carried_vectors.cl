// Where a loop carries more short vectors than the 16 registers of 8 floats hold, the form has as few lanes as fit, and
// each register the vectors of neighbouring lanes: here 64 floats a work-item, with two lanes. Vectors whose components
// go different ways would not fit either way, and few do at full width, or many that are the same for all work-items.
// RUN: muxc -cl --passes=inline-group-functions,vectorize %s | FileCheck %s
// CHECK-DAG: !{ptr @blocks.vecz.2, i32 2, i32 0
// CHECK-DAG: !{ptr @apart.vecz.8, i32 8, i32 0
// CHECK-DAG: !{ptr @few.vecz.8, i32 8, i32 0
// CHECK-DAG: !{ptr @same.vecz.8, i32 8, i32 0
ulong __mux_get_global_id(uint) __attribute__((const));
#define KERNEL(name, count, next)                                                                                       \
  kernel __attribute__((reqd_work_group_size(64, 1, 1))) void name(global float4* c, global const float* a,             \
                                                                   global const float4* b, int n) {                     \
    size_t x = __mux_get_global_id(0);                                                                                      \
    float4 sums[count];                                                                                                 \
    for (int i = 0; i < count; ++i)                                                                                     \
      sums[i] = 0;                                                                                                      \
    for (int k = 0; k < n; ++k)                                                                                         \
      for (int i = 0; i < count; ++i)                                                                                   \
        sums[i] = next;                                                                                                 \
    for (int i = 0; i < count; ++i)                                                                                     \
      c[i * 64 + x] = sums[i];                                                                                          \
  }
KERNEL(blocks, 16, sums[i] + a[k * 16 + i] * b[k * 64 + x])
KERNEL(apart, 16, (float4)(sums[i].x + a[k], sums[i].y * b[x].x, sums[i].z - sums[i].x, sums[i].w + k))
KERNEL(few, 3, sums[i] + a[k * 16 + i] * b[k * 64 + x])
KERNEL(same, 16, sums[i] + a[k * 16 + i])

// A loop in which each work-item goes down a column fetches the lines of work-items further on; not where the next
// row is close, where work-items in y read the same columns, where a vector is less than a line, or where much is done.
// RUN: env LANEWISE_CACHE=0 LANEWISE_VECTORIZE=16 LANEWISE_SPECIALIZE=0 LANEWISE_PRINT_AFTER=prefetch-columns clc -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s

#define GROUP kernel __attribute__((reqd_work_group_size(128, 1, 1)))

// CHECK: define {{.*}}void @jumps(
// CHECK: load <16 x float>, ptr addrspace(1) %[[P:[^,]+]], align 4
// CHECK-NEXT: %[[LATER:.*]] = getelementptr i8, ptr addrspace(1) %[[P]], i64 256
// CHECK-NEXT: call void @llvm.prefetch.p1(ptr addrspace(1) %[[LATER]], i32 0, i32 3, i32 1)
// CHECK: ret void
GROUP void jumps(global float *out, global const float *in, int pitch, int rows) {
  int x = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < rows; i++) {
    float value = in[(long)i * pitch + x];
    if (value > 0)
      sum += sqrt(value);
  }
  out[x] = sum;
}

// CHECK: define {{.*}}void @leaves_early(
// CHECK: call <16 x i32> @llvm.masked.load
// CHECK-NEXT: getelementptr i8, ptr addrspace(1) {{.*}}, i64 256
// CHECK-NEXT: call void @llvm.prefetch
// CHECK: ret void
GROUP void leaves_early(global int *out, global const int *in) {
  int x = get_global_id(0), sum = 0;
  for (int i = 0; i < 100; i++) {
    int value = in[i * 5000 + x];
    if (value < 0)
      break;
    sum ^= value * 3;
  }
  out[x] = sum;
}

// CHECK: define {{.*}}void @close(
// CHECK-NOT: prefetch
// CHECK: ret void
GROUP void close(global int *out, global const int *in) {
  int x = get_global_id(0), sum = 0;
  for (int i = 0; i < 100; i++) {
    int value = in[i * 16 + x];
    if (value < 0)
      break;
    sum ^= value * 3;
  }
  out[x] = sum;
}

// CHECK: define {{.*}}void @shared(
// CHECK-NOT: prefetch
// CHECK: ret void
GROUP void shared(global int *out, global const int *in, int pitch) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int i = 0; i < 100; i++) {
    int value = in[(long)i * pitch + x];
    if (value < y)
      break;
    sum ^= value * 3;
  }
  out[y * pitch + x] = sum;
}

// CHECK: define {{.*}}void @bytes(
// CHECK-NOT: prefetch
// CHECK: ret void
GROUP void bytes(global int *out, global const uchar *in, int pitch) {
  int x = get_global_id(0), sum = 0;
  for (int i = 0; i < 100; i++) {
    int value = in[(long)i * pitch + x];
    if (value == 7)
      break;
    sum ^= value * 3;
  }
  out[x] = sum;
}

// CHECK: define {{.*}}void @much(
// CHECK-NOT: call void @llvm.prefetch
// CHECK: ret void
GROUP void much(global int *out, global const int *in, int pitch) {
  int x = get_global_id(0), sum = 0;
  for (int i = 0; i < 100; i++) {
    int value = in[(long)i * pitch + x];
    if (value < 0)
      break;
#define STEP(n) value = (value ^ n) * (value + n) - (value >> 3);
    STEP(1) STEP(2) STEP(3) STEP(5) STEP(7) STEP(11) STEP(13) STEP(17) STEP(19) STEP(23)
    sum ^= value;
  }
  out[x] = sum;
}

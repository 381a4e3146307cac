// Where both sides differ between work-items, what the unsigned bytes of one add too much is a vector, too; for several
// registers there are as many instructions. Outside a loop, or in a sum that is used twice, nothing is added up over rounds.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=lower-dot-products clc -cl-std=CL3.0 -lanewise-cpu=znver4 %s -o %t 2>&1 | FileCheck %s

// CHECK-LABEL: @products(
// CHECK: [[W:%.*]] = load <64 x i32>
// CHECK: [[X:%.*]] = load <64 x i32>
// CHECK: [[BIASED:%.*]] = xor <64 x i32> [[W]], splat (i32 -2139062144)
// CHECK: shufflevector <64 x i32> [[BIASED]], <64 x i32> poison, <16 x i32> <i32 0, i32 1,
// CHECK-COUNT-4: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> %
// CHECK: [[ALL:%.*]] = shufflevector <32 x i32>
// CHECK: [[PART:%.*]] = shufflevector <64 x i32> [[X]], <64 x i32> poison, <16 x i32> <i32 0, i32 1,
// CHECK: [[BYTES:%.*]] = bitcast <16 x i32> [[PART]] to <64 x i8>
// CHECK-COUNT-4: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> bitcast (<16 x i32> splat (i32 -2139062144) to <64 x i8>), <64 x i8>
// CHECK: [[EXCESS:%.*]] = shufflevector <32 x i32>
// CHECK: sub <64 x i32> [[ALL]], [[EXCESS]]
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void products(global int* out, global const uint* w, global const uint* x) {
  size_t i = get_global_id(0);
  out[i] = dot_4x8packed_ss_int(w[i], x[i]);
}

// CHECK-LABEL: @sums(
// CHECK: [[EXCESS:%.*]] = phi <16 x i32> [ [[MORE:%.*]], {{.*}} ], [ zeroinitializer, {{.*}} ]
// CHECK: [[SUM:%.*]] = phi <16 x i32> [ [[NEXT:%.*]], {{.*}} ], [ zeroinitializer, {{.*}} ]
// CHECK: [[NEXT]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> [[SUM]],
// CHECK: [[MORE]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> [[EXCESS]], <64 x i8> bitcast (<16 x i32> splat (i32 -2139062144) to <64 x i8>)
// CHECK: sub <16 x i32> [[NEXT]], [[MORE]]
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void sums(global int* out, global const uint* w, global const uint* x, int n) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += dot_4x8packed_ss_int(w[i + 2 * j], x[i + j]);
  out[i] = sum;
}

// CHECK-LABEL: @double_sums(
// CHECK-NOT: vpdpbusd.512(<16 x i32> %
// CHECK: [[PRODUCT:%.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> %
// CHECK-NEXT: add {{.*}}, [[PRODUCT]]
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void double_sums(global int* out, global const uint* w, global const uint* x, int n) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j) sum = (sum + dot_4x8packed_us_int(w[i + 2 * j], x[i + j])) ^ sum;
  out[i] = sum;
}

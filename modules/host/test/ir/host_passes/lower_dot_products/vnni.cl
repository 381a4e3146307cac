// A CPU with AVX512_VNNI or AVX_VNNI adds four products at once. Signed bytes become unsigned ones on the side that differs between
// work-items, and what that adds is subtracted behind the loop; unsigned ones need nothing of that. Code that does so says
// that it needs the feature.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -cl-std=CL3.0 -lanewise-cpu=znver4 %s -o %t 2>&1 | FileCheck %s -DBITS=512
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -cl-std=CL3.0 -lanewise-cpu=alderlake %s -o %t 2>&1 | FileCheck %s -DBITS=256
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=retarget clc -cl-std=CL3.0 -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s --check-prefix=LEVEL

// CHECK-LABEL: define {{.*}}@lanewise.entry.both_signed(
// CHECK: [[EXCESS:%.*]] = phi <4 x i32> [ [[MORE:%.*]], {{.*}} ], [ zeroinitializer, {{.*}} ]
// CHECK: [[BIASED:%.*]] = xor <[[LANES:[0-9]+]] x i32> {{.*}}, splat (i32 -2139062144)
// CHECK: call <{{8|16}} x i32> @llvm.x86.avx512.vpdpbusd.[[BITS]](
// CHECK: [[MORE]] = call <4 x i32> @llvm.x86.avx512.vpdpbusd.128(<4 x i32> [[EXCESS]], <16 x i8> bitcast (<4 x i32> splat (i32 -2139062144) to <16 x i8>)
// CHECK: sub <[[LANES]] x i32>
// LEVEL-LABEL: define {{.*}}@lanewise.entry.both_signed(
// LEVEL-NOT: vpdpbusd
// LEVEL: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void both_signed(global int* out, global const uint* w, global const uint* x, int n) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += dot_4x8packed_ss_int(w[j], x[i + j]);
  out[i] = sum;
}

// CHECK-LABEL: define {{.*}}@lanewise.entry.one_signed(
// CHECK-NOT: xor <
// CHECK: call <{{8|16}} x i32> @llvm.x86.avx512.vpdpbusd.[[BITS]](
// CHECK-NOT: sub <
// CHECK: store <
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void one_signed(global int* out, global const uint* w, global const uint* x, int n) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += dot_4x8packed_us_int(w[j], x[i + j]);
  out[i] = sum;
}

// CHECK: "target-features"="+avx{{(512)?}}vnni"
// LEVEL-NOT: "target-features"

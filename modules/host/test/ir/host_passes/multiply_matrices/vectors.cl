// Products of matrices by instructions on vectors: an element, or a word of elements, of the left matrix for all columns, from memory,
// times a row of the right one, or words of rows.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=x86-64-v4 %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,PAIRS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=znver4 %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=x86-64-v3 %s -o %t 2>&1 | FileCheck %s --check-prefix=HALVES
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=x86-64 %s -o %t 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=armv8-a %s -o %t 2>&1 | FileCheck %s --check-prefix=ARM

#define MATRIX __attribute__((overloadable))
#define ITEMS(n) __attribute__((intel_reqd_sub_group_size(n), reqd_work_group_size(n, 1, 1)))
float2 MATRIX sub_group_matrix_multiply_add_bf16_2x16x16(ushort2 a, ushort16 b, float2 c);
int2 MATRIX sub_group_matrix_multiply_add_ss8_2x16x16(char2 a, char16 b, int2 c);

// CHECK-LABEL: define {{.*}}@lanewise.entry.floats(
// CHECK: %matrix.a = alloca [128 x i8], align 64
// CHECK: [[FIRST:%.*]] = shl <16 x i32> {{.*}}, splat (i32 16)
// CHECK: store <16 x float> {{.*}}, ptr {{.*}}, align 64
// CHECK: [[ONE:%.*]] = load float, ptr
// CHECK: [[FOR_ALL:%.*]] = shufflevector <16 x float>
// CHECK: call <16 x float> @llvm.fma.v16f32(<16 x float> [[FOR_ALL]], <16 x float> {{.*}}, <16 x float>
// OLD-LABEL: define {{.*}}@lanewise.entry.floats(
// OLD: fmul <16 x float>
// OLD-NEXT: fadd <16 x float>
ITEMS(16) kernel void floats(global const ushort2* a, global const ushort16* b, global float2* c) {
  size_t i = get_global_id(0);
  c[i] = sub_group_matrix_multiply_add_bf16_2x16x16(a[i], b[i], c[i]);
}

// Signs of the left matrix are taken away, and what that adds is subtracted, where one instruction multiplies words.
// PAIRS-LABEL: define {{.*}}@lanewise.entry.bytes(
// PAIRS: sext <16 x i8> {{.*}} to <16 x i16>
// PAIRS: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
// WORDS-LABEL: define {{.*}}@lanewise.entry.bytes(
// WORDS: xor <16 x i8> {{.*}}, splat (i8 -128)
// WORDS: store <32 x i8>
// WORDS: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> {{.*}}
// WORDS: sub <16 x i32>
// WORDS: load i32, ptr
// WORDS: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
// HALVES-LABEL: define {{.*}}@lanewise.entry.bytes(
// HALVES: call <8 x i32> @llvm.x86.avx2.pmadd.wd(
// OLD-LABEL: define {{.*}}@lanewise.entry.bytes(
// OLD: call <4 x i32> @llvm.x86.sse2.pmadd.wd(
// ARM-LABEL: define {{.*}}@lanewise.entry.bytes(
// ARM: mul <16 x i32>
// ARM: ashr <16 x i32> {{.*}}, splat (i32 16)
ITEMS(16) kernel void bytes(global const char2* a, global const char16* b, global int2* c) {
  size_t i = get_global_id(0);
  c[i] = sub_group_matrix_multiply_add_ss8_2x16x16(a[i], b[i], c[i]);
}

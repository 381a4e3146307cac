// On a CPU with AMX an entry function with products of matrices has a copy that uses tiles, which it runs if the process may.
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=sapphirerapids %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,OPTIMISED
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-opt-disable -cl-std=CL3.0 -lanewise-cpu=sapphirerapids %s -o %t 2>&1 | FileCheck %s
// RUN: env LANEWISE_CACHE=0 LANEWISE_PRINT_AFTER=multiply-matrices clc -cl-std=CL3.0 -lanewise-cpu=icelake-server %s -o %t 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: amx

#define MATRIX __attribute__((overloadable))
#define ITEMS(n) __attribute__((intel_reqd_sub_group_size(n), reqd_work_group_size(n, 1, 1)))
float8 MATRIX sub_group_matrix_multiply_add_bf16_8x16x16(ushort8 a, ushort16 b, float8 c);
float2 MATRIX sub_group_matrix_multiply_add_bf16_2x16x16(ushort2 a, ushort16 b, float2 c);
int16 MATRIX sub_group_matrix_multiply_add_ss8_16x16x16(char16 a, char16 b, int16 c);
int8 MATRIX sub_group_matrix_multiply_add_us8_8x8x16(uchar16 a, char16 b, int8 c);
int MATRIX sub_group_matrix_multiply_add_uu8_1x16x16(uchar a, uchar16 b, int c);

// A sum stays a tile around a loop, begins as one of zeros, and becomes vectors behind it.
// CHECK-LABEL: define {{.*}}@lanewise.entry.sum(
// CHECK: [[MAY:%.*]] = icmp ne i32 %has.tiles, 0
// CHECK-NEXT: br i1 [[MAY]], label %tiles, label %vectors
// CHECK: tiles:
// CHECK-NEXT: call void @tiles.lanewise.entry.sum(ptr %arguments, ptr %schedule)
// CHECK-NEXT: ret void
// CHECK: vectors:
// CHECK-NOT: amx
// CHECK: call <16 x float> @llvm.fma.v16f32(
// CHECK-NOT: amx
ITEMS(16) kernel void sum(global const ushort8* a, global const ushort16* b, global float8* c, int n) {
  float8 sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sub_group_matrix_multiply_add_bf16_8x16x16(a[i * 16 + get_sub_group_local_id()], b[i * 16 + get_sub_group_local_id()], sum);
  c[get_global_id(0)] = sum;
}

// What another instruction changes becomes a tile again.
ITEMS(8) kernel void changed(global const uchar16* a, global const char16* b, global int8* c, int n) {
  int8 sum = c[get_global_id(0)];
  for (int i = 0; i < n; ++i)
    sum = sub_group_matrix_multiply_add_us8_8x8x16(a[i * 8 + get_sub_group_local_id()], b[i * 8 + get_sub_group_local_id()], sum) << 1;
  c[get_global_id(0)] = sum;
}

// A product's result that only another one adds to needs no vectors.
ITEMS(16) kernel void chain(global const uchar* a, global const uchar16* b, global int* c) {
  int first = sub_group_matrix_multiply_add_uu8_1x16x16(a[get_global_id(0)], b[get_global_id(0)], c[get_global_id(0)]);
  c[get_global_id(0)] = sub_group_matrix_multiply_add_uu8_1x16x16(a[get_global_id(0) + 16], b[get_global_id(0) + 16], first);
}

// Rows that lie in memory are loaded from there; products share the tile.
ITEMS(16) kernel void shared(global const ushort* a, global const ushort16* b, global float2* c, ulong distance) {
  size_t i = get_sub_group_local_id();
  ushort2 left = (ushort2)(a[i], a[i + distance]);
  float2 first = sub_group_matrix_multiply_add_bf16_2x16x16(left, b[i], 1), second = sub_group_matrix_multiply_add_bf16_2x16x16(left, b[i + 16], 1);
  c[i] = first;
  c[i + 16] = second;
}

// Not if something may have been written there before the product.
ITEMS(16) kernel void written(global ushort* a, global const ushort16* b, global float2* c) {
  size_t i = get_sub_group_local_id();
  ushort2 left = (ushort2)(a[i], a[i + 16]);
  a[i] = 7;
  c[i] = sub_group_matrix_multiply_add_bf16_2x16x16(left, b[i], 1);
}

// As the right factor the same vectors are another tile than as the left one.
ITEMS(16) kernel void square(global const char16* a, global int16* c) {
  size_t i = get_sub_group_local_id();
  c[i] = sub_group_matrix_multiply_add_ss8_16x16x16(a[i], a[i], 1);
}

// Rows of words, as two of the right matrix are packed, are loaded as they are.
ITEMS(16) kernel void packed(global const ushort* a, global const ushort2* b, global float2* c) {
  size_t i = get_sub_group_local_id();
  ushort16 right;
  for (int k = 0; k < 8; ++k) {
    ushort2 pair = b[k * 20 + i];
    right[2 * k] = pair.x;
    right[2 * k + 1] = pair.y;
  }
  c[i] = sub_group_matrix_multiply_add_bf16_2x16x16((ushort2)(a[i], a[i + 16]), right, 1);
}

// CHECK-LABEL: define internal void @tiles.lanewise.entry.sum(
// CHECK: [[ZERO:%.*]] = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
// CHECK: [[SUM:%.*]] = phi x86_amx
// CHECK: [[A:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 32, ptr %tile.a, i64 32)
// CHECK: [[B:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %tile.b, i64 64)
// CHECK: [[NEXT:%.*]] = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 32, x86_amx [[SUM]], x86_amx [[A]], x86_amx [[B]])
// CHECK-NOT: tilestored
// CHECK: br i1
// CHECK: call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %tile.c, i64 64, x86_amx [[NEXT]])
// CHECK: load <16 x float>

// CHECK-LABEL: define internal void @tiles.lanewise.entry.changed(
// CHECK: [[C:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 32, ptr %tile.c, i64 32)
// CHECK: [[D:%.*]] = call x86_amx @llvm.x86.tdpbusd.internal(i16 8, i16 32, i16 16, x86_amx [[C]],
// CHECK: call void @llvm.x86.tilestored64.internal(i16 8, i16 32, ptr %tile.c, i64 32, x86_amx [[D]])
// CHECK: shl <

// CHECK-LABEL: define internal void @tiles.lanewise.entry.chain(
// CHECK: [[FIRST:%.*]] = call x86_amx @llvm.x86.tdpbuud.internal(i16 1, i16 64, i16 16,
// CHECK-NOT: tilestored
// CHECK: call x86_amx @llvm.x86.tdpbuud.internal(i16 1, i16 64, i16 16, x86_amx [[FIRST]],
// CHECK: call void @llvm.x86.tilestored64.internal(

// CHECK-LABEL: define internal void @tiles.lanewise.entry.shared(
// CHECK: [[DISTANCE:%.*]] = sub i64 {{%.*}}, {{%.*}}
// CHECK: [[A:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 32, ptr {{%[0-9]+}}, i64 [[DISTANCE]])
// CHECK: [[B:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %tile.b, i64 64)
// CHECK: call x86_amx @llvm.x86.tdpbf16ps.internal(i16 2, i16 64, i16 32, x86_amx {{%.*}}, x86_amx [[A]], x86_amx [[B]])
// CHECK: [[OTHER:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %tile.b, i64 64)
// CHECK: call x86_amx @llvm.x86.tdpbf16ps.internal(i16 2, i16 64, i16 32, x86_amx {{%.*}}, x86_amx [[A]], x86_amx [[OTHER]])

// CHECK-LABEL: define internal void @tiles.lanewise.entry.written(
// CHECK: call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 32, ptr %tile.a, i64 32)

// CHECK-LABEL: define internal void @tiles.lanewise.entry.square(
// CHECK: [[A:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 16,
// CHECK: [[B:%.*]] = call x86_amx @llvm.x86.tileloadd64.internal(i16 4, i16 64,
// CHECK: call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 16, x86_amx {{%.*}}, x86_amx [[A]], x86_amx [[B]])

// OPTIMISED-LABEL: define internal void @tiles.lanewise.entry.packed(
// OPTIMISED: call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 32,
// OPTIMISED: [[ROWS:%.*]] = sub i64 {{%.*}}, {{%.*}}
// OPTIMISED: call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr {{%[0-9]+}}, i64 [[ROWS]])

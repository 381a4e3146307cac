; Short vectors anywhere in memory: each lane's is accessed by itself, and transposed where its elements are
; used; those of the size of a scalar are gathered and scattered as such.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s
; RUN: veczc --step=vectorize --width=4 --masked %s | FileCheck --check-prefix=MASKED %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @elements(
; CHECK: [[AT:%.*]] = getelementptr <4 x float>, ptr addrspace(1) %data, <4 x i64>
; CHECK: [[A:%.*]] = extractelement <4 x ptr addrspace(1)> [[AT]], i64 0
; CHECK: [[R0:%.*]] = load <4 x float>, ptr addrspace(1) [[A]], align 16
; CHECK: [[R1:%.*]] = load <4 x float>
; CHECK: [[R2:%.*]] = load <4 x float>
; CHECK: [[R3:%.*]] = load <4 x float>
; CHECK: [[L0:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R2]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[H0:%.*]] = shufflevector <4 x float> [[R0]], <4 x float> [[R2]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: [[L1:%.*]] = shufflevector <4 x float> [[R1]], <4 x float> [[R3]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[H1:%.*]] = shufflevector <4 x float> [[R1]], <4 x float> [[R3]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: [[X:%.*]] = shufflevector <4 x float> [[L0]], <4 x float> [[L1]], <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK: [[W:%.*]] = shufflevector <4 x float> [[H0]], <4 x float> [[H1]], <4 x i32> <i32 2, i32 6, i32 3, i32 7>
; CHECK: fmul <4 x float> [[X]], [[W]]
; MASKED-LABEL: define internal spir_func void @elements.vecz.4.masked(
; MASKED: [[BIT:%.*]] = shufflevector <4 x i1> {{.*}}, <4 x i1> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
; MASKED: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 16 {{.*}}, <4 x i1> [[BIT]]
; MASKED-NOT: gather.v4f32
; MASKED: ret void
define spir_kernel void @elements(ptr addrspace(1) %data, ptr addrspace(1) %places, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %q
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %place
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %x = extractelement <4 x float> %v, i64 0
  %w = extractelement <4 x float> %v, i64 3
  %product = fmul float %x, %w
  %r = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %product, ptr addrspace(1) %r
  ret void
}

; A row that is an operand as a whole needs no transposition; nor does what is stored.
; CHECK-LABEL: define spir_kernel void @whole(
; CHECK-COUNT-4: load <4 x float>
; CHECK: [[V:%.*]] = fadd <16 x float>
; CHECK: [[ROW:%.*]] = shufflevector <16 x float> [[V]], <16 x float> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>
; CHECK: [[TO:%.*]] = extractelement <4 x ptr addrspace(1)> {{.*}}, i64 3
; CHECK-NEXT: store <4 x float> [[ROW]], ptr addrspace(1) [[TO]], align 16
; MASKED-LABEL: define internal spir_func void @whole.vecz.4.masked(
; MASKED-COUNT-4: call <4 x float> @llvm.masked.load.v4f32.p1(
; MASKED: [[BIT:%.*]] = shufflevector <4 x i1> {{.*}}, <4 x i1> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; MASKED: call void @llvm.masked.store.v4f32.p1(<4 x float> {{.*}}, <4 x i1> [[BIT]])
define spir_kernel void @whole(ptr addrspace(1) %data, ptr addrspace(1) %places) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %q
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %place
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %w = fadd <4 x float> %v, splat (float 1.0)
  store <4 x float> %w, ptr addrspace(1) %p, align 16
  ret void
}

; Long rows are read in the parts that are transposed.
; CHECK-LABEL: define spir_kernel void @long_rows(
; CHECK-COUNT-4: load <2 x i64>
; CHECK: shufflevector <4 x i64> {{.*}}, <4 x i64> {{.*}}, <4 x i32> <i32 0, i32 4, i32 2, i32 6>
; CHECK: [[UPPER:%.*]] = getelementptr i8, ptr addrspace(1) {{.*}}, i64 16
; CHECK-NEXT: load <2 x i64>, ptr addrspace(1) [[UPPER]], align 16
define spir_kernel void @long_rows(ptr addrspace(1) %data, ptr addrspace(1) %places, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %q
  %p = getelementptr <4 x i64>, ptr addrspace(1) %data, i64 %place
  %v = load <4 x i64>, ptr addrspace(1) %p, align 32
  %x = extractelement <4 x i64> %v, i64 0
  %w = extractelement <4 x i64> %v, i64 3
  %sum = add i64 %x, %w
  %r = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %sum, ptr addrspace(1) %r
  ret void
}

; CHECK-LABEL: define spir_kernel void @as_large_as_a_scalar(
; CHECK: [[ALL:%.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> align 4 {{.*}}, <4 x i1> splat (i1 true)
; CHECK: [[BYTES:%.*]] = bitcast <4 x i32> [[ALL]] to <16 x i8>
; CHECK: [[SUM:%.*]] = add <16 x i8> [[BYTES]], splat (i8 1)
; CHECK: [[WORDS:%.*]] = bitcast <16 x i8> [[SUM]] to <4 x i32>
; CHECK: call void @llvm.masked.scatter.v4i32.v4p1(<4 x i32> [[WORDS]], <4 x ptr addrspace(1)> align 4 {{.*}}, <4 x i1> splat (i1 true))
define spir_kernel void @as_large_as_a_scalar(ptr addrspace(1) %data, ptr addrspace(1) %places) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %q
  %p = getelementptr <4 x i8>, ptr addrspace(1) %data, i64 %place
  %v = load <4 x i8>, ptr addrspace(1) %p, align 4
  %w = add <4 x i8> %v, splat (i8 1)
  store <4 x i8> %w, ptr addrspace(1) %p, align 4
  ret void
}

; With gaps as large as themselves: longer ones one by one, shorter ones together with the gaps.
; CHECK-LABEL: define spir_kernel void @with_gaps(
; CHECK-COUNT-4: load <4 x i32>
; CHECK: load <14 x i32>
define spir_kernel void @with_gaps(ptr addrspace(1) %data, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr [2 x <4 x i32>], ptr addrspace(1) %data, i64 %id
  %v = load <4 x i32>, ptr addrspace(1) %p, align 16
  %x = extractelement <4 x i32> %v, i64 0
  %q = getelementptr [2 x <2 x i32>], ptr addrspace(1) %data, i64 %id
  %w = load <2 x i32>, ptr addrspace(1) %q, align 8
  %y = extractelement <2 x i32> %w, i64 1
  %sum = add i32 %x, %y
  %r = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %r
  ret void
}

; A uniform vector is stored by each lane as it is.
; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK-COUNT-4: store <4 x i32> %v, ptr addrspace(1) {{.*}}, align 16
; CHECK-NEXT: ret void
define spir_kernel void @uniform(ptr addrspace(1) %data, ptr addrspace(1) %places, <4 x i32> %v) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %places, i64 %id
  %place = load i64, ptr addrspace(1) %q
  %p = getelementptr <4 x i32>, ptr addrspace(1) %data, i64 %place
  store <4 x i32> %v, ptr addrspace(1) %p, align 16
  ret void
}

; For targets that do not interleave, neighbouring elements are transposed as well.
; CHECK-LABEL: define spir_kernel void @side_by_side(
; CHECK: [[ALL:%.*]] = load <16 x float>
; CHECK: [[R0:%.*]] = shufflevector <16 x float> [[ALL]], <16 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: shufflevector <4 x float> [[R0]], <4 x float> {{.*}}, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK-NOT: <i32 0, i32 4, i32 8, i32 12>
; CHECK: store <16 x float>
define spir_kernel void @side_by_side(ptr addrspace(1) %data) "vecz-never-interleaves" {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %x = extractelement <4 x float> %v, i64 0
  %w = extractelement <4 x float> %v, i64 3
  %product = fmul float %x, %w
  %changed = insertelement <4 x float> %v, float %product, i64 1
  store <4 x float> %changed, ptr addrspace(1) %p, align 16
  ret void
}

; MASKED-LABEL: define internal spir_func void @loaded_under_a_mask.vecz.4.masked(
; MASKED: [[ALL:%.*]] = call <16 x float> @llvm.masked.load.v16f32.p1(
; MASKED: shufflevector <16 x float> [[ALL]], <16 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; MASKED: ret void
define spir_kernel void @loaded_under_a_mask(ptr addrspace(1) %data, ptr addrspace(1) %out) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr <4 x float>, ptr addrspace(1) %data, i64 %id
  %v = load <4 x float>, ptr addrspace(1) %p, align 16
  %x = extractelement <4 x float> %v, i64 0
  %w = extractelement <4 x float> %v, i64 3
  %product = fmul float %x, %w
  %r = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %product, ptr addrspace(1) %r
  ret void
}

; Arrays whose elements are of one size get their lanes side by side; others, and those that are not
; only accessed by element, stay as they are.
; RUN: veczc --step=interleave-variables --width=4 %s | FileCheck %s
; RUN: veczc --step=interleave-variables --width=4 %s | veczc --step=packetize --width=4 | FileCheck --check-prefix=PACKET %s

declare i64 @__mux_get_global_id(i32)
declare void @use(ptr)

define void @array(i32 %n, ptr addrspace(1) %out) {
; CHECK-LABEL: @array(
; CHECK: %w = alloca [16 x i32], align 4, !vecz.interleaved [[SIZE:![0-9]+]]
; CHECK: [[TWO:%.*]] = getelementptr i8, ptr %w, i64 32
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK: [[OFFSET:%.*]] = mul i64 [[N]], 16
; CHECK: [[SUM:%.*]] = add i64 [[OFFSET]], 0
; CHECK: getelementptr i8, ptr [[TWO]], i64 [[SUM]]
; PACKET-LABEL: @array(
; PACKET: %w = alloca [256 x i8], align 4
; PACKET: store <4 x i32> {{.*}}, ptr {{.*}}, align 4
; PACKET: load <4 x i32>, ptr {{.*}}, align 4
  %w = alloca [16 x i32]
  %id = call i64 @__mux_get_global_id(i32 0)
  %v = trunc i64 %id to i32
  %two = getelementptr [4 x i8], ptr %w, i64 2
  %p = getelementptr i32, ptr %two, i32 %n
  %q = getelementptr [16 x i32], ptr %w, i64 0, i32 %n
  %r = getelementptr i8, ptr %q, i64 8
  store i32 %v, ptr %r
  %x = load i32, ptr %p
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %x, ptr addrspace(1) %o
  ret void
}

; Each lane has an index of its own: it gathers from its own elements.
define void @own_index(ptr addrspace(1) %out) {
; CHECK-LABEL: @own_index(
; CHECK: %w = alloca [4 x float], align 4, !vecz.interleaved [[SIZE]]
; PACKET-LABEL: @own_index(
; PACKET: call <4 x float> @llvm.masked.gather
  %w = alloca [4 x float]
  %id = call i64 @__mux_get_global_id(i32 0)
  store float 1.0, ptr %w
  %i = and i64 %id, 3
  %p = getelementptr float, ptr %w, i64 %i
  %x = load float, ptr %p
  %o = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %x, ptr addrspace(1) %o
  ret void
}

define void @others(i64 %n) {
; CHECK-LABEL: @others(
; CHECK-NOT: !vecz.interleaved
; CHECK: getelementptr i8, ptr %sizes, i64 %n
; CHECK: ret void
  %sizes = alloca [16 x i32]
  %given = alloca [16 x i32]
  %kept = alloca [16 x ptr]
  %p = getelementptr i8, ptr %sizes, i64 %n
  store i32 1, ptr %p
  call void @use(ptr %given)
  %k = getelementptr ptr, ptr %kept, i64 %n
  store ptr %k, ptr %kept
  ret void
}
; CHECK: [[SIZE]] = !{i64 4}

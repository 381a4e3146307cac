; Sums and products of bytes are computed in 16 bits if they fit.
; RUN: veczc --step=narrow-arithmetic %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; 255 * 77 + 255 * 151 + 255 * 28 + 128 is below 65536.
; CHECK-LABEL: @grey(
; CHECK: zext i8 %r to i16
; CHECK: zext i8 %g to i16
; CHECK: mul i16 {{%.*}}, 77
; CHECK: mul i16 {{%.*}}, 151
; CHECK: mul i16 {{%.*}}, 28
; CHECK-COUNT-3: add i16
; CHECK: [[SHIFTED:%.*]] = lshr i16 {{%.*}}, 8
; CHECK: trunc i16 [[SHIFTED]] to i8
; CHECK-NOT: i32 {{%[a-z0-9.]*}},
define void @grey(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %r = load i8, ptr addrspace(1) %p
  %pg = getelementptr i8, ptr addrspace(1) %p, i64 1
  %g = load i8, ptr addrspace(1) %pg
  %pb = getelementptr i8, ptr addrspace(1) %p, i64 2
  %b = load i8, ptr addrspace(1) %pb
  %rw = zext i8 %r to i32
  %gw = zext i8 %g to i32
  %bw = zext i8 %b to i32
  %r77 = mul nuw nsw i32 %rw, 77
  %g151 = mul nuw nsw i32 %gw, 151
  %b28 = mul nuw nsw i32 %bw, 28
  %rg = add nuw nsw i32 %r77, %g151
  %rgb = add nuw nsw i32 %rg, %b28
  %rounded = add nuw nsw i32 %rgb, 128
  %shifted = lshr i32 %rounded, 8
  %low = trunc nuw i32 %shifted to i8
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %low, ptr addrspace(1) %q
  ret void
}

; With a sign; a sum that others use is extended for them.
; CHECK-LABEL: @differences(
; CHECK: [[A:%.*]] = zext i8 %a to i16
; CHECK: [[B:%.*]] = sext i8 %b to i16
; CHECK: [[D:%.*]] = sub i16 [[A]], [[B]]
; CHECK: [[WIDE:%.*]] = sext i16 [[E:%.*]] to i32
; CHECK: [[H:%.*]] = ashr i16 [[E]], 2
; CHECK: [[M:%.*]] = call i16 @llvm.smax.i16(i16 [[H]], i16 [[D]])
; CHECK: [[C:%.*]] = icmp slt i16 [[M]], 100
; CHECK: [[S:%.*]] = select i1 [[C]], i16 [[M]], i16 -3
; CHECK: trunc i16 [[S]] to i8
; CHECK: store i32 [[WIDE]]
define void @differences(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %wide) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %p
  %pb = getelementptr i8, ptr addrspace(1) %p, i64 100
  %b = load i8, ptr addrspace(1) %pb
  %aw = zext i8 %a to i32
  %bw = sext i8 %b to i32
  %d = sub nsw i32 %aw, %bw
  %e = mul nsw i32 %d, 5
  %h = ashr i32 %e, 2
  %m = call i32 @llvm.smax.i32(i32 %h, i32 %d)
  %c = icmp slt i32 %m, 100
  %s = select i1 %c, i32 %m, i32 -3
  %low = trunc i32 %s to i8
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %low, ptr addrspace(1) %q
  %w = getelementptr i32, ptr addrspace(1) %wide, i64 %id
  store i32 %e, ptr addrspace(1) %w
  ret void
}

; As numbers without a sign, comparisons and shifts are those of such.
; CHECK-LABEL: @unsigned(
; CHECK: [[P:%.*]] = mul i16
; CHECK: [[S:%.*]] = lshr i16 [[P]], 3
; CHECK: [[M:%.*]] = call i16 @llvm.umin.i16(i16 [[S]], i16 7000)
; CHECK: icmp ugt i16 [[M]], 300
define void @unsigned(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %p
  %w = zext i8 %a to i32
  %squared = mul i32 %w, %w
  %s = ashr i32 %squared, 3
  %m = call i32 @llvm.smin.i32(i32 %s, i32 7000)
  %c = icmp sgt i32 %m, 300
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %id
  %byte = zext i1 %c to i8
  store i8 %byte, ptr addrspace(1) %q
  ret void
}

; Left as they are: sums that may not fit, a single operation whose result has to be extended, arithmetic on ids, of which
; addresses are made, and what goes round a loop.
; CHECK-LABEL: @others(
; CHECK: mul i32 %aw, %aw
; CHECK: add i32 {{%.*}}, %aw
; CHECK: add i32 %bw, 1
; CHECK: and i32 %i, 31
; CHECK: phi i32
; CHECK-NOT: i16 {{%.*}},
define void @others(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %p
  %aw = zext i8 %a to i32
  %aa = mul i32 %aw, %aw
  %aaa = mul i32 %aa, 2
  %sum = add i32 %aaa, %aw
  %b = load i8, ptr addrspace(1) %in
  %pb = getelementptr i8, ptr addrspace(1) %p, i64 100
  %c = load i8, ptr addrspace(1) %pb
  %bw = zext i8 %c to i32
  %b1 = add i32 %bw, 1
  %masked = and i32 %i, 31
  %twice = shl i32 %masked, 1
  %index = zext i32 %twice to i64
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 %sum, ptr addrspace(1) %q
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %total = phi i32 [ 0, %entry ], [ %more, %loop ]
  %more = add i32 %total, %b1
  %next = add i32 %n, 1
  %again = icmp ult i32 %next, 10
  br i1 %again, label %loop, label %done
done:
  store i32 %more, ptr addrspace(1) %q
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; Variables stay in front.
; CHECK-LABEL: @variables(
; CHECK-NEXT: %v = alloca [4 x i32]
; CHECK: trunc i32 %n to i16
define void @variables(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
  %v = alloca [4 x i32]
  %id = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %id
  %a = load i8, ptr addrspace(1) %p
  %w = zext i8 %a to i32
  %masked = and i32 %w, %n
  %more = add i32 %masked, 7
  %low = trunc i32 %more to i8
  store i8 %low, ptr addrspace(1) %p
  ret void
}

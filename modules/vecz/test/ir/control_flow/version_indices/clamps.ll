; Accesses with clamped indices get a copy with the plain ones. Two comparisons with the id choose
; it, whatever the number of neighbours; what only the clamps need goes to the other copy.
; RUN: veczc --step=version-indices %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)

define void @neighbours(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @neighbours(
; CHECK: entry:
; CHECK-NOT: @llvm.sm
; CHECK: %[[WIDE:.*]] = sext i32 %n to i64
; CHECK: %[[SUM:.*]] = add i64 %[[WIDE]], -3
; CHECK: %[[LAST:.*]] = freeze i64 %[[SUM]]
; CHECK: %[[ABOVE:.*]] = icmp sgt i64 %id, %[[LAST]]
; CHECK: %[[BALLOT:.*]] = call i64 @vecz.ballot(i1 %[[ABOVE]])
; CHECK: icmp eq i64 %[[BALLOT]], 0
; CHECK: %[[BELOW:.*]] = icmp slt i64 %id, 1
; CHECK: call i64 @vecz.ballot(i1 %[[BELOW]])
; CHECK: br i1 %{{.*}}, label %entry.border.inside, label %entry.border, !prof
; CHECK: entry.border.inside:
; CHECK-NEXT: %[[LEFT:.*]] = sext i32 %before to i64
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %[[LEFT]]
; CHECK-NEXT: load i8, ptr addrspace(1) %[[PLACE]]
; CHECK-NEXT: sext i32 %after to i64
; CHECK-NOT: @llvm.sm
; CHECK: br label %entry.behind
; CHECK: entry.border:
; CHECK: @llvm.smax.i32(i32 %before, i32 0)
; CHECK: entry.behind:
; CHECK: phi i8
; CHECK: phi i8
; CHECK: store i8 %sum
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %last = add nsw i32 %n, -1
  %before = add nsw i32 %x, -1
  %low = call i32 @llvm.smax.i32(i32 %before, i32 0)
  %left = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  %left.wide = sext i32 %left to i64
  %left.place = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %left.wide
  %a = load i8, ptr addrspace(1) %left.place
  %after = add nsw i32 %x, 2
  %right = call i32 @llvm.smin.i32(i32 %after, i32 %last)
  %right.wide = sext i32 %right to i64
  %right.place = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %right.wide
  %b = load i8, ptr addrspace(1) %right.place
  %sum = add i8 %a, %b
  %to = getelementptr inbounds i8, ptr addrspace(1) %q, i64 %id
  store i8 %sum, ptr addrspace(1) %to
  ret void
}

; LLVM makes a maximum behind a difference of the maximum of a difference.
define void @later_difference(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @later_difference(
; CHECK: icmp slt i64 %id, 1
; CHECK: entry.border.inside:
; CHECK-NEXT: %[[INDEX:.*]] = add nsw i32 %x, -1
; CHECK-NEXT: sext i32 %[[INDEX]] to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %least = call i32 @llvm.smax.i32(i32 %x, i32 1)
  %index = add nsw i32 %least, -1
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Of numbers without a sign all lanes are compared.
define void @saturates(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @saturates(
; CHECK: %[[OUT:.*]] = icmp ult i32 %x, %n
; CHECK: %[[FROZEN:.*]] = freeze i1 %[[OUT]]
; CHECK: @vecz.ballot(i1 %[[FROZEN]])
; CHECK: inside:
; CHECK-NEXT: sub nuw i32 %x, %n
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %index = call i32 @llvm.usub.sat.i32(i32 %x, i32 %n)
  %wide = zext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Clamps in y are the same for all lanes, and rows of three bytes a pixel are not side by side.
define void @nothing_to_gain(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @nothing_to_gain(
; CHECK-NOT: vecz.ballot
; CHECK: ret void
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %row = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 1)
  %y = trunc nuw nsw i64 %row to i32
  %line = call i32 @llvm.smin.i32(i32 %y, i32 %n)
  %first = mul nsw i32 %line, %n
  %index = add nsw i32 %first, %x
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %wide
  %a = load i8, ptr addrspace(1) %place
  %clamped = call i32 @llvm.smin.i32(i32 %x, i32 %n)
  %three = mul nsw i32 %clamped, 3
  %three.wide = sext i32 %three to i64
  %three.place = getelementptr inbounds i8, ptr addrspace(1) %p, i64 %three.wide
  %b = load i8, ptr addrspace(1) %three.place
  %sum = add i8 %a, %b
  %to = getelementptr inbounds i8, ptr addrspace(1) %q, i64 %id
  store i8 %sum, ptr addrspace(1) %to
  ret void
}

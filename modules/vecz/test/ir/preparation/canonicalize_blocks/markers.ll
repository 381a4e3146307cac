; Lifetimes and assumptions of one work-item do not hold for several at once.
; RUN: veczc --step=remove-markers %s | FileCheck %s

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.assume(i1)

; CHECK-LABEL: define i32 @k(
; CHECK-NEXT: %v = alloca i32
; CHECK-NEXT: store volatile i32 %x, ptr %v
; CHECK-NEXT: %y = load volatile i32, ptr %v
; CHECK-NEXT: %positive = icmp
; CHECK-NEXT: ret i32 %y
define i32 @k(i32 %x) {
  %v = alloca i32
  call void @llvm.lifetime.start.p0(ptr %v)
  store volatile i32 %x, ptr %v
  %y = load volatile i32, ptr %v
  call void @llvm.lifetime.end.p0(ptr %v)
  %positive = icmp sgt i32 %y, 0
  call void @llvm.assume(i1 %positive)
  ret i32 %y
}

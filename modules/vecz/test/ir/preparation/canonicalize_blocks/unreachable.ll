; A block that ends in `unreachable` returns instead, whatever the function's result type.
; RUN: veczc --step=return-instead-of-unreachable %s | FileCheck %s

; CHECK-LABEL: define i32 @value(
; CHECK: nowhere:
; CHECK-NEXT: store volatile i32 2
; CHECK-NEXT: ret i32
; CHECK-LABEL: define void @nothing(
; CHECK-NEXT: ret void
; CHECK-NOT: unreachable
define i32 @value(ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %nowhere, label %end
nowhere:
  store volatile i32 2, ptr addrspace(1) %out
  unreachable
end:
  ret i32 7
}

define void @nothing() {
  unreachable
}

; The result of a masked load is frozen, once for all its uses.
; RUN: muxc --passes=freeze-masked-loads,freeze-masked-loads %s | FileCheck %s

; CHECK-LABEL: @k(
; CHECK: %v = call <4 x i32> @llvm.masked.load
; CHECK-NEXT: %v.frozen = freeze <4 x i32> %v
; CHECK-NOT: freeze
; CHECK: store <4 x i32> %x, ptr %p
; CHECK-NEXT: %chosen = select <4 x i1> %m, <4 x i32> %v.frozen, <4 x i32> %x
; CHECK-NEXT: %sum = add <4 x i32> %chosen, %v.frozen
define <4 x i32> @k(ptr %p, <4 x i1> %m, <4 x i32> %x) {
  %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %m, <4 x i32> poison)
  store <4 x i32> %x, ptr %p
  %chosen = select <4 x i1> %m, <4 x i32> %v, <4 x i32> %x
  %sum = add <4 x i32> %chosen, %v
  ret <4 x i32> %sum
}

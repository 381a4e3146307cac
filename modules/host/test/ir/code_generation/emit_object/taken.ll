; Says whether code generation takes a module, and leaves it as it is A frame that is too large for a
; kernel's stack is an error.
; RUN: muxc --passes=retarget,emit-object %s | FileCheck %s
; RUN: sed s/1048/1048576000/ %s | not muxc --passes=retarget,emit-object - 2>&1 | FileCheck %s --check-prefix=STACK

; CHECK: define void @lanewise.entry.k(
; CHECK-NEXT: %own = alloca [1048 x i8]
; STACK: error: 'k' needs 1048575872 bytes of private memory at once
define void @lanewise.entry.k(ptr %arguments, ptr %schedule) {
  %own = alloca [1048 x i8]
  store volatile i8 1, ptr %own
  ret void
}

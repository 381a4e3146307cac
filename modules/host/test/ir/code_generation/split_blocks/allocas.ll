; Allocas of the frame stay in the entry block, and so does what stands before the last of them.
; The first command writes the line with the store 1024 times.
; RUN: sed -e 's/^4x\([^\n]*\)/\1\n\1\n\1\n\1/gM' -e 's/^4x\([^\n]*\)/\1\n\1\n\1\n\1/gM' -e 's/^4x\([^\n]*\)/\1\n\1\n\1\n\1/gM' -e 's/^4x\([^\n]*\)/\1\n\1\n\1\n\1/gM' -e 's/^4x\([^\n]*\)/\1\n\1\n\1\n\1/gM' %s | muxc --passes=split-blocks - | FileCheck %s

; CHECK: define void @late_alloca(
; CHECK-COUNT-1024: store volatile i32 1
; CHECK-NEXT: %late = alloca i32
; CHECK-NEXT: store volatile i32 2, ptr %late
; CHECK-NEXT: ret void
define void @late_alloca(ptr %p) {
4x4x4x4x4x  store volatile i32 1, ptr %p
  %late = alloca i32
  store volatile i32 2, ptr %late
  ret void
}

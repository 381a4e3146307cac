; Functions that code generation may call stay, though nothing refers to them yet; functions of such
; names without a body, and others, do not.
; RUN: muxc --passes=keep-runtime-helpers %s | FileCheck %s

; CHECK: @llvm.compiler.used = appending global [2 x ptr] [ptr @__extendhfsf2, ptr @floorf], section "llvm.metadata"
define internal float @__extendhfsf2(half %h) {
  ret float 0.0
}
declare half @__truncsfhf2(float)
define internal float @floorf(float %x) {
  ret float %x
}
declare double @floor(double)
define internal float @other(float %x) {
  ret float %x
}

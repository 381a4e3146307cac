; Functions that no visible function calls, directly or not, are removed, as are functions that are
; inlined at all calls.
; RUN: muxc --passes=remove-unused %s | FileCheck %s --implicit-check-not=superfluous_

@superfluous_variable = internal constant i32 3
@used_variable = internal global i32 4

; CHECK: @used_variable = internal global i32 4
; CHECK: define void @lanewise.entry.k(
; CHECK-NEXT: load i32, ptr @used_variable
; CHECK-NEXT: store
; CHECK-NEXT: call void @called()
; CHECK-NEXT: ret void
define void @lanewise.entry.k(ptr %arguments) {
  call void @inlined(ptr %arguments)
  call void @called()
  ret void
}
define internal void @inlined(ptr %p) alwaysinline {
  %v = load i32, ptr @used_variable
  store i32 %v, ptr %p
  ret void
}
; CHECK-NOT: @inlined
; CHECK: define internal void @called()
define internal void @called() noinline {
  ret void
}
define internal void @superfluous_function() {
  %v = load i32, ptr @superfluous_variable
  call void @superfluous_declaration(i32 %v)
  ret void
}
declare void @superfluous_declaration(i32)

; A structure that is passed by value and written to is copied; one that is only read is not. What follows
; `unreachable` is the end, and a branch both of whose ways lead to one block is none.
; RUN: veczc --step=prepare %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

%pair = type <{ i64, i32, i16, i8 }>

; CHECK-LABEL: define spir_kernel void @written(
; CHECK: load i64, ptr %s
; CHECK: load i32, ptr
; CHECK: load i16, ptr
; CHECK: load i8, ptr
; CHECK-NOT: store {{.*}}, ptr %s
; CHECK: ret void
define spir_kernel void @written(ptr addrspace(1) %out, ptr byval(%pair) align 8 %s, i64 %n) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %f = getelementptr i32, ptr %s, i64 %n
  store volatile i32 7, ptr %f
  %v = load volatile i32, ptr %f
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @read(
; CHECK-NOT: alloca
; CHECK: load volatile i32, ptr %f
define spir_kernel void @read(ptr addrspace(1) %out, ptr byval(%pair) align 8 %s) {
  %f = getelementptr %pair, ptr %s, i64 0, i32 1
  %v = load volatile i32, ptr %f
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @ends(
; CHECK-NOT: unreachable
; CHECK-NOT: br i1 %c
; CHECK: ret void
; CHECK-NOT: unreachable
; CHECK: }
define spir_kernel void @ends(ptr addrspace(1) %out, i1 %c, i1 %d) {
entry:
  br i1 %c, label %next, label %next
next:
  store volatile i32 1, ptr addrspace(1) %out
  br i1 %d, label %nowhere, label %end
nowhere:
  store volatile i32 2, ptr addrspace(1) %out
  unreachable
end:
  ret void
}

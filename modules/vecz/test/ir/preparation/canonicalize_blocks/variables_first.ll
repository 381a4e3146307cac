; Variables stand first: values computed from their addresses are put behind all of them.
; RUN: veczc --step=move-variables-to-front %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: %a = alloca [4 x i32]
; CHECK-NEXT: %c = alloca [4 x i32]
; CHECK-NEXT: %b = alloca [4 x i32]
; CHECK-NEXT: call {{.*}}i64 @__mux_get_global_id
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n, i64 %m) {
  %a = alloca [4 x i32]
  %c = alloca [4 x i32]
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = getelementptr [4 x i32], ptr %a, i64 0, i64 %n
  store volatile i32 1, ptr %x
  %z = getelementptr [4 x i32], ptr %c, i64 0, i64 %n
  store volatile i32 3, ptr %z
  %b = alloca [4 x i32]
  %y = getelementptr [4 x i32], ptr %b, i64 0, i64 %m
  store volatile i32 2, ptr %y
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %id, ptr addrspace(1) %q
  ret void
}

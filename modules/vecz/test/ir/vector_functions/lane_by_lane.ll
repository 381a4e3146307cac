; A function that has no vector form is called lane by lane: its private variables are too large for
; all lanes, or nothing of it is known.
; RUN: veczc --step=vectorize --width=2 %s 2>%t | FileCheck %s --implicit-check-not=vecz.argument --implicit-check-not=large.vecz
; RUN: FileCheck %s --check-prefix=REMARKS < %t

declare i64 @__mux_get_global_id(i32) memory(none)
declare i32 @elsewhere(i32)

define internal i32 @large(i32 %i) noinline {
  %own = alloca [30000 x i32]
  %p = getelementptr i32, ptr %own, i32 %i
  store volatile i32 1, ptr %p
  %v = load volatile i32, ptr %own
  ret i32 %v
}

; CHECK: define internal spir_func void @k.vecz.2(
; CHECK: call i32 @large(i32
; CHECK: call i32 @large(i32
; CHECK: call i32 @elsewhere(i32
; CHECK: call i32 @elsewhere(i32
; REMARKS: a call of large is done lane by lane
; REMARKS: a call of elsewhere is done lane by lane
define spir_kernel void @k(ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = call i32 @large(i32 %i)
  %b = call i32 @elsewhere(i32 %a)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %b, ptr addrspace(1) %q
  ret void
}

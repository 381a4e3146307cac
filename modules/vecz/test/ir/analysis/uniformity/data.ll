; Values that follow from an id vary; arguments, sizes and loads of shared memory at one address do not.
; RUN: veczc %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_size(i32)

define void @k(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @k(
; CHECK: %own = alloca i64, align {{[0-9]+}}, !vecz.varying
; CHECK: %id = call i64 @__mux_get_global_id(i32 0), !vecz.varying
; CHECK: %size = call i64 @__mux_get_local_size(i32 0){{$}}
; CHECK: %a = add i64 %size, %n{{$}}
; CHECK: %b = add i64 %a, %id, !vecz.varying
; CHECK: %u = load i64, ptr addrspace(1) %p, align {{[0-9]+}}{{$}}
; CHECK: %q = getelementptr i64, ptr addrspace(1) %p, i64 %b, !vecz.varying
; CHECK: %v = load i64, ptr addrspace(1) %q, align {{[0-9]+}}, !vecz.varying
  %own = alloca i64
  %id = call i64 @__mux_get_global_id(i32 0)
  %size = call i64 @__mux_get_local_size(i32 0)
  %a = add i64 %size, %n
  %b = add i64 %a, %id
  %u = load i64, ptr addrspace(1) %p
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %b
  %v = load i64, ptr addrspace(1) %q
  ret void
}

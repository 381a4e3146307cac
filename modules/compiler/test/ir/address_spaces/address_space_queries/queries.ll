; A query is answered by what the pointer is made of, or else by where its address is.
; RUN: muxc --passes=address-space-queries %s | FileCheck %s

target triple = "spir64-unknown-unknown"

declare spir_func i1 @__mux_is_in_space(ptr addrspace(4), i32)

define spir_kernel void @known(ptr addrspace(3) %l, ptr addrspace(1) %g, ptr addrspace(1) %out) {
; CHECK-LABEL: @known(
; CHECK-NOT: call
; CHECK: store i1 true,
; CHECK: store i1 false,
; CHECK: store i1 true,
; CHECK: store i1 true,
  %own = alloca i32
  %a = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %c = addrspacecast ptr %own to ptr addrspace(4)
  %next = getelementptr i32, ptr addrspace(4) %a, i64 1
  %la = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %next, i32 3)
  %lb = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %b, i32 3)
  %gb = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %b, i32 1)
  %pc = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %c, i32 0)
  store i1 %la, ptr addrspace(1) %out
  store i1 %lb, ptr addrspace(1) %out
  store i1 %gb, ptr addrspace(1) %out
  store i1 %pc, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @local(ptr addrspace(1) %p, ptr addrspace(1) %out) {
; CHECK-LABEL: @local(
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr addrspace(4) %q to i64
; CHECK: [[BEGIN:%.*]] = call spir_func i64 @__mux_get_memory_bound(i32 0)
; CHECK: [[OFFSET:%.*]] = sub i64 [[ADDRESS]], [[BEGIN]]
; CHECK: [[BYTES:%.*]] = call spir_func i64 @__mux_get_memory_bound(i32 1)
; CHECK: icmp ult i64 [[OFFSET]], [[BYTES]]
  %q = load ptr addrspace(4), ptr addrspace(1) %p
  %is = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %q, i32 3)
  store i1 %is, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @either(ptr addrspace(3) %l, i1 %c, ptr addrspace(1) %out) {
; CHECK-LABEL: @either(
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 2)
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 3)
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 4)
; CHECK-DAG: call spir_func i64 @__mux_get_memory_bound(i32 5)
; CHECK-NOT: @__mux_is_in_space(
; CHECK: ret void
  %own = alloca i32
  %a = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %b = addrspacecast ptr %own to ptr addrspace(4)
  %q = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %is = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %q, i32 0)
  store i1 %is, ptr addrspace(1) %out
  ret void
}

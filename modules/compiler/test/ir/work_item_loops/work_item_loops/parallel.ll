; Accesses of different work-items are parallel, but not those of memory that they use one after the
; other, whatever space the address is given in.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: store i32 1, ptr addrspace(1) %to.i{{.*}}, !llvm.access.group
; CHECK: store i32 2, ptr addrspace(4) %g.i, align 4{{$}}
; CHECK: store i32 3, ptr addrspace(4) %own.i, align 4{{$}}
; CHECK: store i32 4, ptr addrspace(4) %named.i, align 4, !llvm.access.group
; CHECK: store i32 5, ptr addrspace(4) %either.i, align 4{{$}}
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
  %variable = alloca [4 x i32]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %to
  %g = load ptr addrspace(4), ptr addrspace(1) %q
  store i32 2, ptr addrspace(4) %g
  %own = addrspacecast ptr %variable to ptr addrspace(4)
  store i32 3, ptr addrspace(4) %own
  %cast = addrspacecast ptr addrspace(1) %to to ptr addrspace(4)
  %named = getelementptr i32, ptr addrspace(4) %cast, i64 1
  store i32 4, ptr addrspace(4) %named
  %either = select i1 %c, ptr addrspace(4) %own, ptr addrspace(4) %named
  store i32 5, ptr addrspace(4) %either
  ret void
}

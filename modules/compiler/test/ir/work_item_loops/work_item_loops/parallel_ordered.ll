; Accesses of different work-items are not parallel where one may publish what another one reads: beside an
; operation that acquires or releases, or a fence. Relaxed operations order nothing.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_mem_barrier(i32, i32)

; CHECK-LABEL: define spir_kernel void @relaxed(
; CHECK: store i32 1, ptr addrspace(1) {{.*}}, !llvm.access.group
define spir_kernel void @relaxed(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %to
  %old = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define spir_kernel void @release(
; CHECK: store i32 1, ptr addrspace(1) %to.i, align 4{{$}}
define spir_kernel void @release(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %to
  store atomic i32 1, ptr addrspace(3) %q release, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @acquire(
; CHECK: load i32, ptr addrspace(1) %from.i, align 4{{$}}
; CHECK: store i32 {{.*}}, ptr addrspace(1) %q, align 4{{$}}
define spir_kernel void @acquire(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %pair = cmpxchg ptr addrspace(1) %q, i32 0, i32 1 monotonic acquire, align 4
  %x = load i32, ptr addrspace(1) %from
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @fences(
; CHECK: store i32 1, ptr addrspace(1) %to.i, align 4{{$}}
define spir_kernel void @fences(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 1, ptr addrspace(1) %to
  call spir_func void @__mux_mem_barrier(i32 2, i32 264)
  store atomic i32 1, ptr addrspace(1) %q monotonic, align 4
  ret void
}

; The attributes of a pointer argument about its memory become metadata of the load from the packed
; arguments.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: load ptr addrspace(1), ptr %{{.*}}, align 8, !invariant.load !{{[0-9]+}}, !dereferenceable [[BYTES:![0-9]+]]
; CHECK: load ptr addrspace(1), ptr %{{.*}}, align 8, !invariant.load !{{[0-9]+}}{{$}}
; CHECK: [[BYTES]] = !{i64 64}
define spir_kernel void @k(ptr addrspace(1) dereferenceable(64) %p, ptr addrspace(1) %q) {
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %q
  ret void
}

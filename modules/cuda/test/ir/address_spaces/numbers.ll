; Constant memory becomes global, private and generic pointers are one kind; casts between these are
; gone.
; RUN: muxc --passes=cuda-address-spaces %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
@where = addrspace(1) constant ptr addrspace(2) @table
@cast = addrspace(1) constant ptr addrspace(4) addrspacecast (ptr addrspace(1) @where to ptr addrspace(4))

; CHECK: @table = addrspace(1) constant [2 x i32] [i32 1, i32 2]
; CHECK: @where = addrspace(1) constant ptr addrspace(1) @table
; CHECK: @cast = addrspace(1) constant ptr addrspacecast (ptr addrspace(1) @where to ptr)

; CHECK-LABEL: define i32 @read(ptr %p, ptr addrspace(1) %c, ptr addrspace(3) %l)
; CHECK-NEXT: %a = load i32, ptr addrspace(1) @table
; CHECK-NEXT: %b = load i32, ptr %p
; CHECK-NEXT: %g = addrspacecast ptr addrspace(3) %l to ptr
; CHECK-NEXT: %d = load i32, ptr %g
; CHECK-NEXT: %null = icmp eq ptr addrspace(3) %l, null
define spir_func i32 @read(ptr addrspace(4) %p, ptr addrspace(2) %c, ptr addrspace(3) %l) {
  %a = load i32, ptr addrspace(2) @table
  %private = addrspacecast ptr addrspace(4) %p to ptr
  %b = load i32, ptr %private
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %d = load i32, ptr addrspace(4) %g
  %null = icmp eq ptr addrspace(3) %l, addrspacecast (ptr null to ptr addrspace(3))
  %e = add i32 %a, %b
  %f = add i32 %e, %d
  %h = select i1 %null, i32 %f, i32 0
  ret i32 %h
}

; CHECK-LABEL: define void @atomic(ptr %p)
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 monotonic
; CHECK-NEXT: cmpxchg ptr %p, i32 1, i32 2 seq_cst acquire
; CHECK-NEXT: load volatile i32, ptr %p
define spir_func void @atomic(ptr addrspace(4) %p) {
  %a = atomicrmw volatile add ptr addrspace(4) %p, i32 1 monotonic
  %b = cmpxchg volatile ptr addrspace(4) %p, i32 1, i32 2 seq_cst acquire
  %c = load volatile i32, ptr addrspace(4) %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @k(ptr addrspace(1) %p)
; CHECK: call i32 @read(
define ptx_kernel void @k(ptr addrspace(2) %p) {
  %x = call spir_func i32 @read(ptr addrspace(4) null, ptr addrspace(2) %p, ptr addrspace(3) null)
  ret void
}

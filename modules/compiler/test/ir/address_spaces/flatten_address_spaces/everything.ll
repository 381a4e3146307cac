; Arguments, variables, constants, intrinsics, casts and conventions.
; RUN: muxc --passes=flatten-address-spaces %s | FileCheck %s

; CHECK: @table = internal constant [2 x i32]
; CHECK: @pointer = internal constant ptr @table
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]
@pointer = internal addrspace(2) constant ptr addrspace(2) @table

declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), ptr addrspace(2), i64, i1)

define spir_func ptr addrspace(4) @f(ptr addrspace(1) %p, { i32, ptr addrspace(3) } %s) {
; CHECK-LABEL: define ptr @f(ptr %p, { i32, ptr } %s)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr @table, i64 8, i1 false)
; CHECK: icmp eq ptr %l, null
; CHECK: ret ptr %p
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) %p, ptr addrspace(2) @table, i64 8, i1 false)
  %l = extractvalue { i32, ptr addrspace(3) } %s, 1
  %n = icmp eq ptr addrspace(3) %l, addrspacecast (ptr null to ptr addrspace(3))
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  ret ptr addrspace(4) %g
}

define spir_kernel void @k(ptr addrspace(1) %p) {
; CHECK-LABEL: define void @k(ptr %p)
; CHECK: call ptr @f(ptr %p
  %r = call spir_func ptr addrspace(4) @f(ptr addrspace(1) %p, { i32, ptr addrspace(3) } zeroinitializer)
  ret void
}

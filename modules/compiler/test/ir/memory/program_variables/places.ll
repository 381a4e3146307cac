; Variables are where the block of variables is, each at its place, whichever of them a module uses;
; so are constants that have to do with them, and large ones. Others, and constants that are only read, stay.
; RUN: muxc --passes=program-variables %s | FileCheck %s

target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

; CHECK-NOT: @counter
; CHECK-NOT: @where
; CHECK-NOT: @named
; CHECK: @table = {{.*}}constant [2 x i32]
; CHECK-NOT: @passed
; CHECK-NOT: @large
; CHECK: @apart = addrspace(2) constant i32 5
@counter = addrspace(1) global i32 0
@unused = internal addrspace(1) global [10 x i64] zeroinitializer
@where = internal addrspace(1) global ptr addrspace(2) @named
@named = internal addrspace(2) constant i32 7
@table = addrspace(1) constant [2 x i32] [i32 1, i32 2]
@passed = addrspace(1) constant i32 3
@large = internal addrspace(2) constant [1000000 x i32] zeroinitializer
@apart = addrspace(2) constant i32 5

define spir_kernel void @k(ptr addrspace(1) %out, i64 %i) {
; CHECK-LABEL: @k(
; CHECK: [[BLOCK:%.*]] = call spir_func ptr addrspace(1) @__mux_get_program_variables()
; CHECK-DAG: %counter = getelementptr inbounds i8, ptr addrspace(1) [[BLOCK]], i64 0
; CHECK-DAG: %where = getelementptr inbounds i8, ptr addrspace(1) [[BLOCK]], i64 96
; CHECK-DAG: %large = getelementptr inbounds i8, ptr addrspace(1) [[BLOCK]], i64 160
; CHECK: [[LARGE:%.*]] = addrspacecast ptr addrspace(1) %large to ptr addrspace(2)
; CHECK: load i32, ptr addrspace(1) %counter
; CHECK: load ptr addrspace(2), ptr addrspace(1) %where
; CHECK: getelementptr i32, ptr addrspace(1) @table, i64 %i
; CHECK: load i32, ptr addrspace(2) @apart
; CHECK: getelementptr i32, ptr addrspace(2) [[LARGE]], i64 %i
  %old = load i32, ptr addrspace(1) @counter
  %p = load ptr addrspace(2), ptr addrspace(1) @where
  %n = load i32, ptr addrspace(2) %p
  %place = getelementptr i32, ptr addrspace(1) @table, i64 %i
  %t = load i32, ptr addrspace(1) %place
  %c = load i32, ptr addrspace(2) @apart
  %far = getelementptr i32, ptr addrspace(2) @large, i64 %i
  %l = load i32, ptr addrspace(2) %far
  %a = add i32 %old, %n
  %b = add i32 %t, %c
  %s = add i32 %a, %b
  %sum = add i32 %s, %l
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

define spir_func i1 @helper(ptr addrspace(1) %p) {
; CHECK-LABEL: @helper(
; CHECK: @__mux_get_program_variables()
; CHECK: icmp eq ptr addrspace(1) %p, %passed
  %same = icmp eq ptr addrspace(1) %p, @passed
  ret i1 %same
}

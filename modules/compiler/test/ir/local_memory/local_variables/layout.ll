; Two kernels use variables of address space 3: each has a block of its own, laid out from 0.
; RUN: muxc --passes=local-variables %s | FileCheck %s

@a = internal addrspace(3) global [5 x i32] poison, align 4
@b = internal addrspace(3) global <16 x i64> poison, align 128

; CHECK-NOT: @a
; CHECK-NOT: @b

define spir_kernel void @both() {
; CHECK-LABEL: @both()
; CHECK-SAME: [[BOTH:#[0-9]+]]
; CHECK: [[BLOCK:%.*]] = call ptr addrspace(3) @__mux_get_local_block()
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BLOCK]], i64 0
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr addrspace(3) [[BLOCK]], i64 128
; CHECK: store i32 1, ptr addrspace(3) [[A]]
; CHECK: [[A2:%.*]] = getelementptr i8, ptr addrspace(3) [[A]], i64 8
; CHECK: store i32 2, ptr addrspace(3) [[A2]]
; CHECK: store <16 x i64> zeroinitializer, ptr addrspace(3) [[B]]
  store i32 1, ptr addrspace(3) @a
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @a, i64 8)
  store <16 x i64> zeroinitializer, ptr addrspace(3) @b
  ret void
}

define spir_kernel void @one() {
; CHECK-LABEL: @one()
; CHECK-SAME: [[ONE:#[0-9]+]]
  store i32 1, ptr addrspace(3) @a
  ret void
}

; CHECK-DAG: attributes [[BOTH]] = { "lanewise-local-bytes"="256" }
; CHECK-DAG: attributes [[ONE]] = { "lanewise-local-bytes"="20" }

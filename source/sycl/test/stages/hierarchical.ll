; Hierarchical kernels whose group writes nothing, and whose loops hand nothing on, have the work-items of the device: a barrier
; behind each loop, and before it where the group reads memory. Others are left to one work-item of the device.
; RUN: clang-sycl-linker --only=hierarchical %s -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

%T = type { i64 }

declare spir_func void @__lanewise_sycl_begin_items()
declare spir_func void @__lanewise_sycl_end_items()
declare spir_func i1 @__lanewise_sycl_items_are_parallel()
declare spir_func ptr @__lanewise_sycl_item_memory(ptr)

; A loop over work-items: each writes a number to its place.
define spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 %number) {
  call spir_func void @__lanewise_sycl_begin_items()
  %parallel = call spir_func i1 @__lanewise_sycl_items_are_parallel()
  br i1 %parallel, label %end, label %test
test:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %p = getelementptr i32, ptr addrspace(1) %to, i64 %i
  store i32 %number, ptr addrspace(1) %p
  %next = add i64 %i, 1
  br label %test
end:
  call spir_func void @__lanewise_sycl_end_items()
  ret void
}

; CHECK-LABEL: define weak_odr spir_kernel void @two_loops(
; CHECK-SAME: [[PARALLEL:#[0-9]+]]
; CHECK: br i1 true
; CHECK: store i32 1
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
; CHECK-NOT: ControlBarrier
; CHECK: br i1 true
; CHECK: store i32 2
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
; CHECK: ret void
define weak_odr spir_kernel void @two_loops(ptr byval(%T) %0, ptr addrspace(1) %to) {
  %n = load i64, ptr %0
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 1)
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 2)
  ret void
}

; CHECK-LABEL: define weak_odr spir_kernel void @group_reads(
; CHECK-SAME: [[PARALLEL]]
; CHECK: load i32
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
; CHECK: br i1 true
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
define weak_odr spir_kernel void @group_reads(ptr byval(%T) %0, ptr addrspace(1) %to) {
  %n = load i64, ptr %0
  %number = load i32, ptr addrspace(1) %to
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 %number)
  ret void
}

; CHECK-LABEL: define weak_odr spir_kernel void @group_writes(
; CHECK-NOT: [[PARALLEL]]
; CHECK: br i1 false
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define weak_odr spir_kernel void @group_writes(ptr byval(%T) %0, ptr addrspace(1) %to) {
  %n = load i64, ptr %0
  store i32 1, ptr addrspace(1) %to
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 1)
  ret void
}

; A work-item writes a variable of the group.
; CHECK-LABEL: define weak_odr spir_kernel void @loop_hands_on(
; CHECK-NOT: [[PARALLEL]]
; CHECK: br i1 false
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define weak_odr spir_kernel void @loop_hands_on(ptr byval(%T) %0, ptr addrspace(1) %to) {
  %chosen = alloca i32
  %n = load i64, ptr %0
  store i32 3, ptr %chosen
  call spir_func void @__lanewise_sycl_begin_items()
  %parallel = call spir_func i1 @__lanewise_sycl_items_are_parallel()
  br i1 %parallel, label %end, label %test
test:
  %i = phi i64 [ 0, %1 ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %is_it = icmp eq i64 %i, 5
  br i1 %is_it, label %choose, label %latch
choose:
  store i32 11, ptr %chosen
  br label %latch
latch:
  %next = add i64 %i, 1
  br label %test
end:
  call spir_func void @__lanewise_sycl_end_items()
  %number = load i32, ptr %chosen
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 %number)
  ret void
}

; The group fills an array that is only read, and work-items have memory that lives on.
; CHECK-LABEL: define weak_odr spir_kernel void @variables(
; CHECK-SAME: [[PARALLEL]]
; CHECK: store i32 7, ptr %own
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(
define weak_odr spir_kernel void @variables(ptr byval(%T) %0, ptr addrspace(1) %to, i64 %k) {
  %numbers = alloca [4 x i32]
  %own = alloca i32
  %n = load i64, ptr %0
  %place = getelementptr i32, ptr %numbers, i64 %k
  store i32 5, ptr %place
  call spir_func void @__lanewise_sycl_begin_items()
  %parallel = call spir_func i1 @__lanewise_sycl_items_are_parallel()
  br i1 %parallel, label %end, label %test
test:
  %i = phi i64 [ 0, %1 ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %memory = call spir_func ptr @__lanewise_sycl_item_memory(ptr %own)
  store i32 7, ptr %memory
  %from = getelementptr i32, ptr %numbers, i64 %i
  %number = load i32, ptr %from
  %p = getelementptr i32, ptr addrspace(1) %to, i64 %i
  store i32 %number, ptr addrspace(1) %p
  %next = add i64 %i, 1
  br label %test
end:
  call spir_func void @__lanewise_sycl_end_items()
  call spir_func void @loop(ptr addrspace(1) %to, i64 %n, i32 1)
  ret void
}

; CHECK-NOT: call {{.*}}@__lanewise_sycl
; CHECK: attributes [[PARALLEL]] = { "lanewise-sycl-parallel-items" }

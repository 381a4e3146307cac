; A kernel without barriers: loops over rows and over the work-items of each around its body, ids from the loops, accesses of memory that
; work-items share marked as parallel, those of private memory not.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func i64 @__mux_get_local_id(i32)

define spir_kernel void @k(ptr addrspace(1) %out) {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %out) {
; CHECK: [[PRIVATE:%.*]] = alloca i64
; CHECK: [[SIZE:%.*]] = call {{.*}}i64 @__mux_get_local_size(i32 0)
; CHECK: [[GROUP:%.*]] = call {{.*}}i64 @__mux_get_group_id(i32 0)
; CHECK: [[ENQUEUED:%.*]] = call {{.*}}i64 @__mux_get_enqueued_local_size(i32 0)
; CHECK: [[BEFORE:%.*]] = mul i64 [[GROUP]], [[ENQUEUED]]
; CHECK: [[OFFSET:%.*]] = call {{.*}}i64 @__mux_get_global_offset(i32 0)
; CHECK: [[FIRST:%.*]] = add i64 [[BEFORE]], [[OFFSET]]
; CHECK: row:
; CHECK-NEXT: phi i64
; CHECK-NEXT: br label
; CHECK: [[X:%.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK: [[ID:%.*]] = add i64 [[FIRST]], [[X]]
; CHECK: store i64 [[X]], ptr [[PRIVATE]], align {{[0-9]+}}{{$}}
; CHECK: [[P:%.*]] = getelementptr i64, ptr addrspace(1) %out, i64 [[ID]]
; CHECK: store i64 {{.*}}, ptr addrspace(1) [[P]], align {{[0-9]+}}, !llvm.access.group [[ACCESS:![0-9]+]]
; CHECK: [[NEXT]] = add nuw nsw i64 [[X]], 1
; CHECK: icmp ult i64 [[NEXT]], [[SIZE]]
; CHECK: br i1 {{.*}}, !llvm.loop [[LOOP:![0-9]+]]
; CHECK: ret void
; CHECK: [[ACCESS]] = distinct !{}
; CHECK: [[LOOP]] = distinct !{[[LOOP]], [[PARALLEL:![0-9]+]], {{![0-9]+}}}
; CHECK: [[PARALLEL]] = !{!"llvm.loop.parallel_accesses", [[ACCESS]]}
  %private = alloca i64
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %local = call spir_func i64 @__mux_get_local_id(i32 0)
  store volatile i64 0, ptr %private
  store i64 %local, ptr %private
  %v = load i64, ptr %private
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %v, ptr addrspace(1) %p
  ret void
}

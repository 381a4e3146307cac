; A masked form runs for its first vecz.lanes lanes. The mask is made once, and is known
; to have a lane: nothing but its own stores depends on it. The lower half of an id is strided, with its
; extension, so that the store needs no addresses of its own.
; RUN: veczc --step=vectorize --masked --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK: define internal spir_func void @k.vecz.4.masked(ptr addrspace(1) %p)
; CHECK: %lanes = call i32 @vecz.lanes()
; CHECK: [[N:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK: %active = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>, [[N]]
; CHECK-NOT: br i1
; CHECK: [[ID:%.*]] = call noundef i64 @__mux_get_global_id(i32 0)
; CHECK: [[LOW:%.*]] = trunc i64 [[ID]] to i32
; CHECK: [[INDEX:%.*]] = sext i32 [[LOW]] to i64
; CHECK: %q = getelementptr i32, ptr addrspace(1) %p, i64 [[INDEX]]
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> splat (i32 1), ptr addrspace(1) align 4 %q, <4 x i1> %active)
define spir_kernel void @k(ptr addrspace(1) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %x = sext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 1, ptr addrspace(1) %q
  ret void
}

; A barrier inside stays one for all.
; CHECK: define internal spir_func void @barrier.vecz.4.masked(
; CHECK: call void @llvm.masked.store
; CHECK-NOT: br i1
; CHECK: call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
; CHECK: call <4 x i32> @llvm.masked.load
define spir_kernel void @barrier(ptr addrspace(3) %p) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(3) %p, i64 %id
  store i32 1, ptr addrspace(3) %q
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 272)
  %r = getelementptr i32, ptr addrspace(3) %q, i64 1
  %v = load i32, ptr addrspace(3) %r
  call spir_func void @__mux_work_group_barrier(i32 2, i32 2, i32 272)
  store i32 %v, ptr addrspace(3) %q
  ret void
}
; CHECK: !{ptr @k.vecz.4.masked, i32 4, i32 5}
; CHECK: !{ptr @barrier.vecz.4.masked, i32 4, i32 1}
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

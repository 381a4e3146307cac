; Work-items that return where others go on to a barrier are left out behind it: each keeps what it has
; reached, and the group goes where the others wait. Where all return alike nothing is kept.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @some(
; CHECK-SAME: #[[#ATTRIBUTES:]]
; CHECK: %waiting = alloca i32
; CHECK: region.0:
; CHECK: store i32 0, ptr %waiting
; CHECK: store i32 %[[REACHED:.*]], ptr %
; CHECK: call i32 @llvm.umax.i32(i32 %{{.*}}, i32 %[[REACHED]])
; CHECK: [[MOST:%.*]] = load i32, ptr %waiting
; CHECK: switch i32 [[MOST]]
; CHECK: region.1:
; CHECK: %before = load i32, ptr %
; CHECK: icmp eq i32 %before, 1
define spir_kernel void @some(ptr addrspace(1) %p, i64 %n) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %ends = icmp uge i64 %id, %n
  br i1 %ends, label %end, label %stays
stays:
  store i32 1, ptr addrspace(1) %q
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  store i32 2, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @all(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @all(ptr addrspace(1) %p, i64 %n) {
  %ends = icmp uge i64 5, %n
  br i1 %ends, label %end, label %stays
stays:
  store i32 1, ptr addrspace(1) %p
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  store i32 2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; They part and meet again before the barrier.
; CHECK-LABEL: define spir_kernel void @meet(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @meet(ptr addrspace(1) %p, i64 %n) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %some = icmp uge i64 %id, %n
  br i1 %some, label %then, label %behind
then:
  store i32 1, ptr addrspace(1) %p
  br label %behind
behind:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 1, i32 0)
  store i32 2, ptr addrspace(1) %p
  ret void
}
; CHECK: attributes #[[#ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="4"

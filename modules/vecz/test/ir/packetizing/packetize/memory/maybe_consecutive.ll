; An address that is arithmetic on ids, but not known to be strided, is looked at when the kernel runs:
; one access where the elements of the lanes are adjacent, a gather or scatter otherwise, which is
; marked if only the end of the range can lead there. Nothing of the kind for what comes from
; memory.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @vecz.mask(i1)

; Strided modulo 2^32: only the end of the range has to be tested, and only there are addresses of all lanes made.
define void @wraps(ptr addrspace(1) %p, i32 %n) {
; CHECK-LABEL: @wraps(
; CHECK: [[NEAR:%.*]] = icmp ule i32 %j, -4
; CHECK: [[SURE:%.*]] = freeze i1 [[NEAR]]
; CHECK: br i1 [[SURE]], label %[[DENSE:[0-9]+]], label %[[SCATTERED:[0-9]+]], !prof
; CHECK: [[DENSE]]:
; CHECK: [[FIRST:%.*]] = zext i32 %j to i64
; CHECK: [[ADDRESS:%.*]] = getelementptr i32, ptr addrspace(1) %p, i64 [[FIRST]]
; CHECK: [[A:%.*]] = load <4 x i32>, ptr addrspace(1) [[ADDRESS]], align 4
; CHECK: [[SCATTERED]]:
; CHECK: [[EACH:%.*]] = getelementptr i32, ptr addrspace(1) %p, <4 x i64>
; CHECK: [[B:%.*]] = call <4 x i32> @llvm.masked.gather{{.*}}[[EACH]]{{.*}}, !vecz.rarely_run
; CHECK: phi <4 x i32> [ [[A]], %[[DENSE]] ], [ [[B]], %[[SCATTERED]] ]
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %j = add i32 %i, %n
  %x = zext i32 %j to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Lanes that are not active do not matter.
define void @looks(ptr addrspace(1) %p, i64 %n, i1 %c) {
; CHECK-LABEL: @looks(
; CHECK: [[LANES:%.*]] = freeze <4 x i64> %r
; CHECK: extractelement <4 x i64> [[LANES]], i64 0
; CHECK: [[DISTANCE:%.*]] = sub <4 x i64> [[LANES]],
; CHECK: [[EACH:%.*]] = icmp eq <4 x i64> [[DISTANCE]], <i64 0, i64 1, i64 2, i64 3>
; CHECK: [[REST:%.*]] = xor <4 x i1> [[MASK:%.*]], splat (i1 true)
; CHECK: [[ANY:%.*]] = or <4 x i1> [[EACH]], [[REST]]
; CHECK-NOT: !vecz.rarely_run
; CHECK: call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> [[ANY]])
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> {{.*}}, ptr addrspace(1) align 4 {{.*}}, <4 x i1> [[MASK]])
; CHECK: call void @llvm.masked.scatter.v4i32.v4p1({{.*}}, <4 x i1> [[MASK]])
  %id = call i64 @__mux_get_global_id(i32 0)
  %m = icmp ult i64 %id, %n
  call void @vecz.mask(i1 %m)
  %r = urem i64 %id, 10
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %r
  store i32 1, ptr addrspace(1) %a
  ret void
}

define void @from_memory(ptr addrspace(1) %p) {
; CHECK-LABEL: @from_memory(
; CHECK-NOT: br i1
; CHECK: masked.gather
  %id = call i64 @__mux_get_global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %x = zext i32 %v to i64
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %w = load i32, ptr addrspace(1) %b
  store i32 %w, ptr addrspace(1) %a
  ret void
}

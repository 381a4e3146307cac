; Where the target can, lanes that are not adjacent are tested once more: if each element lies
; behind that of the lane before and all are within two vectors, these are read and permuted, or written
; under masks. Accesses whose indices differ by a uniform number share what is found.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @vecz.mask(i1)

; CHECK: @vecz.lane_numbers = internal unnamed_addr constant [32 x i32] [i32 0, i32 1, {{.*}}, i32 31], align 4

define void @exchanges(ptr addrspace(1) %p, i64 %n, i64 %step) "vecz-window-lanes"="16" {
; CHECK-LABEL: @exchanges(
; CHECK: [[LANES:%.*]] = freeze <4 x i64> %i
; CHECK: [[DISTANCE:%.*]] = sub <4 x i64> [[LANES]],
; CHECK: [[DENSE:%.*]] = call i1 @llvm.vector.reduce.and.v4i1(
; CHECK: br i1 {{.*}}, label %[[LOOK:[0-9]+]], label %[[LOOKED:[0-9]+]]
; CHECK: [[LOOK]]:
; CHECK: [[NEXT:%.*]] = shufflevector <4 x i64> [[DISTANCE]], <4 x i64> splat (i64 8), <4 x i32> <i32 1, i32 2, i32 3, i32 4>
; CHECK: [[RISES:%.*]] = icmp ult <4 x i64> [[DISTANCE]], [[NEXT]]
; CHECK: [[WITHIN:%.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> [[RISES]])
; CHECK: [[BEGIN:%.*]] = sub i32 {{.*}}, 3
; CHECK: [[PLACES:%.*]] = call i32 @llvm.vector.reduce.or.v4i32(
; CHECK: trunc i32 [[PLACES]] to i4
; CHECK: and i32 [[PLACES]], -16
; CHECK: call <4 x i32> @llvm.masked.expandload.v4i32(ptr align 4 @vecz.lane_numbers, <4 x i1> {{.*}}, <4 x i32> zeroinitializer)
; CHECK: call <4 x i32> @llvm.masked.expandload.v4i32(ptr align 4 %{{.*}}, <4 x i1> {{.*}}, <4 x i32> zeroinitializer)
; CHECK: [[LOOKED]]:
; CHECK: phi i1 [ [[WITHIN]], %[[LOOK]] ], [ false,
; A vector as a whole, two of them, or elements one by one.
; CHECK: load <4 x i32>
; CHECK: br i1
; CHECK: [[LOWER:%.*]] = load <4 x i32>
; CHECK: [[UPPER:%.*]] = load <4 x i32>
; CHECK: icmp ult <4 x i32> {{.*}}, splat (i32 4)
; CHECK: call <4 x i32> @vecz.permute.v4i32.v4i32(<4 x i32> [[LOWER]], <4 x i32> {{.*}})
; CHECK: call <4 x i32> @vecz.permute.v4i32.v4i32(<4 x i32> [[UPPER]], <4 x i32> {{.*}})
; CHECK: select <4 x i1>
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK-NOT: reduce
; CHECK: load <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.gather
; CHECK-NOT: reduce
; CHECK: store <4 x i32>
; CHECK-NOT: {{ store }}
; CHECK: call void @llvm.masked.store
; CHECK-NOT: {{ store }}
; CHECK: call void @llvm.masked.store
; CHECK-NOT: {{ store }}
; CHECK: call void @llvm.masked.scatter
  %id = call i64 @__mux_get_global_id(i32 0)
  %r = urem i64 %id, %n
  %i = add i64 %id, %r
  %j = add i64 %step, %i
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %w = load i32, ptr addrspace(1) %b
  store i32 %w, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Only elements of active lanes are read; a new mask is looked at anew.
define void @some_lanes(ptr addrspace(1) %p, i64 %n, i64 %m) "vecz-window-lanes"="4" {
; CHECK-LABEL: @some_lanes(
; CHECK: call i32 @llvm.vector.reduce.or.v4i32(
; CHECK: [[ACTIVE:%.*]] = select <4 x i1> {{.*}}, <4 x i32> {{.*}}, <4 x i32> zeroinitializer
; CHECK: call i32 @llvm.vector.reduce.or.v4i32(<4 x i32> [[ACTIVE]])
; CHECK-NOT: load <4 x i32>
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call i32 @llvm.vector.reduce.or.v4i32(
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, %n
  %d = icmp ult i64 %id, %m
  %r = urem i64 %id, %n
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %r
  call void @vecz.mask(i1 %c)
  %v = load i32, ptr addrspace(1) %a
  call void @vecz.mask(i1 %d)
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; A narrow index that is extended must not wrap within both vectors.
define void @extended(ptr addrspace(1) %p, i32 %n) "vecz-window-lanes"="4" {
; CHECK-LABEL: @extended(
; CHECK: icmp ule i32 {{.*}}, -4
; CHECK: icmp ule i32 {{.*}}, -8
  %id = call i64 @__mux_get_global_id(i32 0)
  %i = trunc i64 %id to i32
  %r = urem i32 %i, %n
  %x = zext i32 %r to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 1, ptr addrspace(1) %a
  ret void
}

; Parts are taken apart and put together.
define void @pairs(ptr addrspace(1) %p, i64 %n) "vecz-window-lanes"="4" {
; CHECK-LABEL: @pairs(
; CHECK: load <8 x float>
; CHECK: getelementptr [2 x i32], ptr addrspace(1)
; CHECK: load <8 x float>
; CHECK: shufflevector <8 x float> {{.*}} <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x float> {{.*}} <i32 1, i32 3, i32 5, i32 7>
; CHECK: [[MASK:%.*]] = shufflevector <4 x i1> {{.*}} <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3>
; CHECK: call void @llvm.masked.store.v8f32.p1(<8 x float> {{.*}}, ptr addrspace(1) align 4 {{.*}}, <8 x i1> [[MASK]])
  %id = call i64 @__mux_get_global_id(i32 0)
  %r = urem i64 %id, %n
  %a = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %r
  %v = load <2 x float>, ptr addrspace(1) %a
  %w = shufflevector <2 x float> %v, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  store <2 x float> %w, ptr addrspace(1) %a
  ret void
}

; Elements of 64 bits go in halves.
define void @doubles(ptr addrspace(1) %p, i64 %n) "vecz-window-lanes"="4" {
; CHECK-LABEL: @doubles(
; CHECK: load <8 x i32>
; CHECK: load <8 x i32>
; CHECK: [[BOTH:%.*]] = shufflevector <8 x i32> {{.*}} <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK: bitcast <8 x i32> [[BOTH]] to <4 x double>
; CHECK: bitcast <4 x double> {{.*}} to <8 x i32>
; CHECK: call void @llvm.masked.store.v8i32.p1(
; CHECK: call void @llvm.masked.store.v8i32.p1(
  %id = call i64 @__mux_get_global_id(i32 0)
  %r = urem i64 %id, %n
  %a = getelementptr double, ptr addrspace(1) %p, i64 %r
  %v = load double, ptr addrspace(1) %a
  %w = fneg double %v
  store double %w, ptr addrspace(1) %a
  ret void
}

; Not for elements of other sizes, nor for more lanes.
define void @others(ptr addrspace(1) %p, i64 %n) "vecz-window-lanes"="16" {
; CHECK-LABEL: @others(
; CHECK-NOT: reduce.or
  %id = call i64 @__mux_get_global_id(i32 0)
  %r = urem i64 %id, %n
  %a = getelementptr i16, ptr addrspace(1) %p, i64 %r
  store i16 1, ptr addrspace(1) %a
  ret void
}

define void @too_wide(ptr addrspace(1) %p, i64 %n) "vecz-window-lanes"="2" {
; CHECK-LABEL: @too_wide(
; CHECK-NOT: reduce.or
  %id = call i64 @__mux_get_global_id(i32 0)
  %r = urem i64 %id, %n
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %r
  store i32 1, ptr addrspace(1) %a
  ret void
; CHECK: ret void
}

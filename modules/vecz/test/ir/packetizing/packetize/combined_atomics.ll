; Atomic operations of all lanes on one place become one. Each lane gets what it would have got in turn.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @vecz.mask(i1)

; CHECK-LABEL: @counter(
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> %c to i4
; CHECK: [[ACTIVE:%.*]] = call i4 @llvm.ctpop.i4(i4 [[BITS]])
; CHECK: [[COUNT:%.*]] = zext i4 [[ACTIVE]] to i32
; CHECK: [[EACH:%.*]] = select <4 x i1> %c, <4 x i32> splat (i32 2), <4 x i32> zeroinitializer
; CHECK: [[TOTAL:%.*]] = mul i32 2, [[COUNT]]
; CHECK: [[ANY:%.*]] = icmp ne i4 [[BITS]], 0
; CHECK: br i1 [[ANY]], label %[[DO:.*]], label
; CHECK: [[DO]]:
; CHECK: [[ONE:%.*]] = atomicrmw add ptr addrspace(1) %p, i32 [[TOTAL]] monotonic, align 4, !vecz.combined
; CHECK: [[OLD:%.*]] = phi i32 [ [[ONE]], %[[DO]] ], [ poison, {{.*}} ]
; CHECK: [[IN:%.*]] = insertelement <4 x i32> poison, i32 [[OLD]], i64 0
; CHECK: [[FIRST:%.*]] = shufflevector <4 x i32> [[IN]]
; CHECK: [[A:%.*]] = shufflevector <4 x i32> [[EACH]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: [[B:%.*]] = shufflevector <4 x i32> [[A]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 0, i32 1, i32 2>
; CHECK: [[C:%.*]] = add <4 x i32> [[A]], [[B]]
; CHECK: [[D:%.*]] = shufflevector <4 x i32> [[C]], <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 4, i32 0, i32 1>
; CHECK: [[BEFORE:%.*]] = add <4 x i32> [[C]], [[D]]
; CHECK: add <4 x i32> [[FIRST]], [[BEFORE]]
define void @counter(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %half = lshr i64 %id, 1
  %c = icmp ult i64 %half, %n
  call void @vecz.mask(i1 %c)
  %old = atomicrmw add ptr addrspace(1) %p, i32 2 monotonic, align 4
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %old, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: @all(
; CHECK: [[V:%.*]] = load <4 x i32>
; CHECK: [[SUM:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> [[V]])
; CHECK: atomicrmw sub ptr addrspace(1) %p, i32 [[SUM]] seq_cst
; CHECK: [[MOST:%.*]] = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> [[V]])
; CHECK: atomicrmw max ptr addrspace(1) %p, i32 [[MOST]] monotonic
; CHECK: [[ODD:%.*]] = mul i32 %u, 0
; CHECK: atomicrmw xor ptr addrspace(1) %p, i32 [[ODD]] monotonic
; CHECK: atomicrmw or ptr addrspace(1) %p, i32 %u monotonic
; CHECK-NOT: atomicrmw
; CHECK: ret void
define void @all(ptr addrspace(1) %p, ptr addrspace(1) %in, i32 %u) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %from
  %a = atomicrmw sub ptr addrspace(1) %p, i32 %v seq_cst
  %b = atomicrmw max ptr addrspace(1) %p, i32 %v monotonic
  %c = atomicrmw xor ptr addrspace(1) %p, i32 %u monotonic
  %d = atomicrmw or ptr addrspace(1) %p, i32 %u monotonic
  ret void
}

; Inactive lanes change nothing.
; CHECK-LABEL: @least(
; CHECK: select <4 x i1> %c, <4 x i32> {{%.*}}, <4 x i32> splat (i32 -1)
; CHECK: call i32 @llvm.vector.reduce.umin.v4i32(
; CHECK: atomicrmw umin
; CHECK-NOT: atomicrmw
define void @least(ptr addrspace(1) %p, ptr addrspace(1) %in, i64 %n) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %from
  %c = icmp ult i64 %id, %n
  call void @vecz.mask(i1 %c)
  %a = atomicrmw umin ptr addrspace(1) %p, i32 %v monotonic
  ret void
}

; Lane by lane: other places, results that depend on the order in another way, sums that would be rounded otherwise.
; CHECK-LABEL: @others(
; CHECK-COUNT-4: atomicrmw add
; CHECK-COUNT-4: atomicrmw or
; CHECK-COUNT-4: atomicrmw fadd
; CHECK-COUNT-4: atomicrmw xchg
define void @others(ptr addrspace(1) %p, ptr addrspace(1) %out, float %f) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %a = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  %b = atomicrmw or ptr addrspace(1) %p, i32 1 monotonic
  store i32 %b, ptr addrspace(1) %q
  %c = atomicrmw fadd ptr addrspace(1) %p, float %f monotonic
  %d = atomicrmw xchg ptr addrspace(1) %p, i32 1 monotonic
  ret void
}

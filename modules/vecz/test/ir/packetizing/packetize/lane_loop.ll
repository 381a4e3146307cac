; From 32 lanes on, operations that are done lane by lane have one copy in a loop over active lanes.
; RUN: veczc --step=packetize --width=32 %s | FileCheck %s
; RUN: veczc --step=packetize --width=64 %s | FileCheck %s --check-prefix=ALL
; RUN: veczc --step=packetize --width=16 %s | FileCheck %s --check-prefix=COPIES

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare i32 @f(i32, i1, ptr addrspace(1))
declare void @vecz.mask(i1)

; COPIES-LABEL: define spir_kernel void @called(
; COPIES-COUNT-32: call i32 @f(
; CHECK-LABEL: define spir_kernel void @called(
; CHECK-DAG: [[WORDS:%slot.*]] = alloca [32 x i32]
; CHECK-DAG: [[TESTS:%slot.*]] = alloca [32 x i8]
; CHECK-DAG: [[RESULTS:%slot.*]] = alloca [32 x i32]
; CHECK-DAG: store <32 x i32> %word, ptr [[WORDS]]
; CHECK-DAG: store <32 x i8> {{.*}}, ptr [[TESTS]]
; CHECK: br label %[[HEAD:.*]]
; CHECK: [[HEAD]]:
; CHECK: [[BITS:%.*]] = phi i64 [ 4294967295, {{.*}} ], [ [[REST:%.*]], %[[LANE:.*]] ]
; CHECK: [[SOME:%.*]] = icmp ne i64 [[BITS]], 0
; CHECK: br i1 [[SOME]], label %[[LANE]], label %[[END:.*]]
; CHECK: [[LANE]]:
; CHECK: [[NUMBER:%.*]] = call i64 @llvm.cttz.i64(i64 [[BITS]], i1 true)
; CHECK: [[LESS:%.*]] = sub i64 [[BITS]], 1
; CHECK: [[REST]] = and i64 [[BITS]], [[LESS]]
; CHECK: [[STEP:%.*]] = mul i64 [[NUMBER]], 4
; CHECK: [[PLACE:%.*]] = getelementptr i8, ptr addrspace(1) %p, i64 [[STEP]]
; CHECK: [[GIVEN:%.*]] = call i32 @f(i32 %{{.*}}, i1 %{{.*}}, ptr addrspace(1) [[PLACE]])
; CHECK: [[AT:%.*]] = getelementptr inbounds i32, ptr [[RESULTS]], i64 [[NUMBER]]
; CHECK: store i32 [[GIVEN]], ptr [[AT]]
; CHECK: br label %[[HEAD]]
; CHECK: [[END]]:
; CHECK: [[GOT:%.*]] = load <32 x i32>, ptr [[RESULTS]]
; CHECK: call i32 @f(
; The next loop has its values in the same places.
; CHECK-NOT: alloca
; ALL-LABEL: define spir_kernel void @called(
; ALL: phi i64 [ -1,
define spir_kernel void @called(ptr addrspace(1) %data) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %word = load i32, ptr addrspace(1) %p, align 4
  %test = icmp eq i32 %word, 3
  %given = call i32 @f(i32 %word, i1 %test, ptr addrspace(1) %p)
  %next = call i32 @f(i32 %given, i1 %test, ptr addrspace(1) %p)
  store i32 %next, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @masked(
; CHECK: [[MASK:%.*]] = icmp sgt <32 x i32>
; CHECK: [[WORD:%.*]] = bitcast <32 x i1> [[MASK]] to i32
; CHECK: [[ACTIVE:%.*]] = zext i32 [[WORD]] to i64
; CHECK: phi i64 [ [[ACTIVE]], {{.*}} ]
; CHECK: atomicrmw add ptr addrspace(1) {{.*}} monotonic
; CHECK-NOT: atomicrmw
; CHECK: ret void
define spir_kernel void @masked(ptr addrspace(1) %data, ptr addrspace(1) %sums) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %word = load i32, ptr addrspace(1) %p, align 4
  %positive = icmp sgt i32 %word, 0
  br label %then
then:
  call void @vecz.mask(i1 %positive)
  %index = zext i32 %word to i64
  %sum = getelementptr i32, ptr addrspace(1) %sums, i64 %index
  %old = atomicrmw add ptr addrspace(1) %sum, i32 %word monotonic
  ret void
}

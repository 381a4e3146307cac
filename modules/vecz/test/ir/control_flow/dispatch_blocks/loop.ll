; The blocks of a function become the cases of a loop, which does the first one that a lane has come to. Values go from
; block to block through private variables; those of the entry block are there in all.
; RUN: veczc --step=dispatch-blocks %s | FileCheck %s
; RUN: veczc --step=dispatch-blocks %s | veczc --step=linearize - | FileCheck %s --check-prefix=LINEAR

declare i64 @__mux_get_local_id(i32)

define void @k(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK-DAG: %next.slot = alloca i32
; CHECK-DAG: %i.slot = alloca i64
; CHECK-DAG: %odd.slot = alloca i32
; CHECK: %id = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[TO:%.*]] = select i1 %c, i32 0, i32 4
; CHECK-NEXT: store i32 [[TO]], ptr %next.slot
; CHECK-NEXT: br label %round
; CHECK: before:
; CHECK-NEXT: store i64 %id, ptr %i.slot
; CHECK-NEXT: store i32 1, ptr %next.slot
; CHECK-NEXT: br label %again
; CHECK: around:
; CHECK: [[I:%.*]] = load i64, ptr %i.slot
; CHECK: [[ODD:%.*]] = zext i1 %odd to i32
; CHECK-NEXT: store i32 [[ODD]], ptr %odd.slot
; CHECK: [[TO:%.*]] = select i1 %more, i32 1, i32 2
; CHECK-NEXT: store i32 [[TO]], ptr %next.slot
; CHECK-NEXT: br label %again
; CHECK: behind:
; CHECK: [[ODD:%.*]] = load i32, ptr %odd.slot
; CHECK-NEXT: trunc i32 [[ODD]] to i1
; CHECK: store i32 {{.*}}, ptr %next.slot
; CHECK-NEXT: br label %again
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK-NEXT: store i32 4, ptr %next.slot
; CHECK-NEXT: br label %again
; CHECK: round:
; CHECK: [[NEXT:%.*]] = load i32, ptr %next.slot
; CHECK-NEXT: [[ACTIVE:%.*]] = call i32 @vecz.fill.i32(i32 [[NEXT]], i32 -1)
; CHECK-NEXT: [[FIRST:%.*]] = call i32 @vecz.fold.{{.*}}(i32 [[ACTIVE]])
; CHECK-NEXT: [[DONE:%.*]] = icmp eq i32 [[FIRST]], 5
; CHECK-NEXT: br i1 [[DONE]], label %end{{[0-9]*}}, label %turn
; CHECK: turn:
; CHECK-NEXT: [[HERE:%.*]] = icmp eq i32 [[NEXT]], [[FIRST]]
; CHECK-NEXT: br i1 [[HERE]], label %dispatch, label %again
; CHECK: again:
; CHECK-NEXT: br label %round
; CHECK: choice:
; CHECK: icmp ult i32 [[FIRST]], 3
; CHECK: end{{[0-9]*}}:
; CHECK-NEXT: ret void
; The only mask is that of the lanes whose turn it is.
; LINEAR-LABEL: define void @k(
; LINEAR: around:
; LINEAR-NEXT: call void @vecz.mask(i1 [[HERE:%.*]])
; LINEAR: behind:
; LINEAR-NEXT: call void @vecz.mask(i1 [[HERE]])
; LINEAR: [[HERE]] = icmp eq i32
; LINEAR: call i1 @vecz.any(i1 [[HERE]])
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %before, label %end
before:
  br label %around
around:
  %i = phi i64 [ %id, %before ], [ %less, %around ]
  %odd = trunc i64 %i to i1
  %less = lshr i64 %i, 1
  %more = icmp ugt i64 %less, 5
  br i1 %more, label %around, label %behind
behind:
  br i1 %odd, label %last, label %end
last:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Endless loops are not changed.
; CHECK-LABEL: define void @never(
; CHECK-NOT: round
; CHECK: br label %loop
define void @never() {
  br label %loop
loop:
  br label %loop
}

; All of a function but its private variables goes behind a branch that only the first vecz.lanes() lanes take. Its
; loops keep a preheader, and its one return stays the end.
; RUN: veczc --step=entry-mask %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define void @loop(ptr addrspace(1) %out, i32 %n) {
; CHECK-LABEL: define void @loop(
; CHECK: %own = alloca i32
; CHECK: [[LANE:%.*]] = call i64 @vecz.lane(i32 0)
; CHECK: [[NARROW:%.*]] = trunc i64 [[LANE]] to i32
; CHECK: [[LANES:%.*]] = call i32 @vecz.lanes()
; CHECK: [[ACTIVE:%.*]] = icmp ult i32 [[NARROW]], [[LANES]]
; CHECK: br i1 [[ACTIVE]], label %[[BODY:.*]], label %[[END:[^ ]*]]
; CHECK: [[BODY]]:
; CHECK-NOT: {{^[a-z.]+:}}
; CHECK: store i32 %n, ptr %own
; CHECK: br label %around
; CHECK: around:
; CHECK: br i1 %more, label %around, label
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-NOT: ret void
entry:
  %own = alloca i32
  store i32 %n, ptr %own
  %id = call i64 @__mux_get_global_id(i32 0)
  br label %around
around:
  %i = phi i32 [ 0, %entry ], [ %next, %around ]
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %i, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %around, label %end
end:
  ret void
}

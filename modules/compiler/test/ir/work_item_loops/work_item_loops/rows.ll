; One loop over the rows of a group. y and z are counted where the kernel asks for them.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare void @use(i64)

define spir_kernel void @nothing() {
; CHECK-LABEL: @nothing(
; CHECK: row:
; CHECK-NEXT: %row1 = phi i64
; CHECK-NEXT: br label
; CHECK: icmp ult i64 {{.*}}, %rows
  ret void
}

define spir_kernel void @y() {
; CHECK-LABEL: @y(
; CHECK: [[Y:%y]] = phi i64 [ 0, {{.*}} ], [ [[NEXTY:%.*]], {{.*}} ]
; CHECK-NOT: %z = phi
; CHECK: call void @use(i64 [[Y]])
; CHECK: [[UP:%.*]] = add nuw nsw i64 [[Y]], 1
; CHECK: [[AROUND:%.*]] = icmp eq i64 [[UP]],
; CHECK: [[NEXTY]] = select i1 [[AROUND]], i64 0, i64 [[UP]]
  %y = call i64 @__mux_get_local_id(i32 1)
  call void @use(i64 %y)
  ret void
}

define spir_kernel void @z() {
; CHECK-LABEL: @z(
; CHECK: [[Z:%z]] = phi i64 [ 0, {{.*}} ], [ [[NEXTZ:%.*]], {{.*}} ]
; CHECK: call void @use(i64 [[Z]])
; CHECK: [[AROUND:%.*]] = icmp eq i64
; CHECK: [[MORE:%.*]] = zext i1 [[AROUND]] to i64
; CHECK: [[NEXTZ]] = add i64 [[Z]], [[MORE]]
  %z = call i64 @__mux_get_local_id(i32 2)
  call void @use(i64 %z)
  ret void
}

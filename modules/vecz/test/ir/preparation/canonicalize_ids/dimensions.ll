; An id of a dimension that is computed becomes a choice of the three. The local id in dimension 3 is 0, and
; the size is 1.
; RUN: veczc --step=split-dimensions %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define i64 @computed(
; CHECK-DAG: [[X:%.*]] = call i64 @__mux_get_global_id(i32 0)
; CHECK-DAG: [[Y:%.*]] = call i64 @__mux_get_global_id(i32 1)
; CHECK-DAG: [[Z:%.*]] = call i64 @__mux_get_global_id(i32 2)
; CHECK-DAG: icmp eq i32 %d, 1
; CHECK-DAG: icmp eq i32 %d, 2
; CHECK-NOT: @__mux_get_global_id(i32 %d)
; CHECK: ret i64
define i64 @computed(i32 %d) {
  %id = call i64 @__mux_get_global_id(i32 %d)
  ret i64 %id
}

; CHECK-LABEL: define i64 @constant(
; CHECK-NEXT: %id = call i64 @__mux_get_global_id(i32 1)
; CHECK-NEXT: ret i64 %id
define i64 @constant() {
  %id = call i64 @__mux_get_global_id(i32 1)
  ret i64 %id
}

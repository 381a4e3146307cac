; A function that the target has for any number of lanes is called once, with what is the same for all lanes in each.
; RUN: veczc --step=packetize --width=8 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i32 @__lanewise_elementwise_dot_ss(i32, i32) memory(none)

define void @varying(ptr %p, i32 %y) {
; CHECK-LABEL: @varying(
; CHECK-DAG: [[X:%.*]] = load <8 x i32>
; CHECK-DAG: [[Y:%.*]] = shufflevector <8 x i32> {{.*}} zeroinitializer
; CHECK: [[D:%.*]] = call <8 x i32> @__lanewise_elementwise_dot_ss.v8(<8 x i32> [[X]], <8 x i32> [[Y]])
; CHECK: store <8 x i32> [[D]]
  %id = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %d = call i32 @__lanewise_elementwise_dot_ss(i32 %x, i32 %y)
  store i32 %d, ptr %at
  ret void
}

define void @uniform(ptr %p, i32 %y) {
; CHECK-LABEL: @uniform(
; CHECK: call i32 @__lanewise_elementwise_dot_ss(i32 %y, i32 %y)
  %id = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %d = call i32 @__lanewise_elementwise_dot_ss(i32 %y, i32 %y)
  store i32 %d, ptr %at
  ret void
}

// Queues and events are compared by their numbers; LLVM has no comparison of their opaque types.
// RUN: muxc -cl -options=-cl-std=CL3.0 %s | FileCheck %s
// RUN: muxc -cl -options=-cl-std=CLC++2021 %s | FileCheck %s

// CHECK-NOT: icmp {{.*}}spirv
// CHECK: [[QUEUE:%.*]] = call spir_func i64 @__lanewise_queue_number(target("spirv.Queue")
// CHECK: [[NONE:%.*]] = call spir_func i64 @__lanewise_queue_number(target("spirv.Queue")
// CHECK-NEXT: icmp eq i64 [[QUEUE]], [[NONE]]
// CHECK: [[GIVEN:%.*]] = call spir_func i64 @__lanewise_queue_number(target("spirv.Queue")
// CHECK: [[DEFAULT:%.*]] = call spir_func i64 @__lanewise_queue_number(target("spirv.Queue")
// CHECK-NEXT: icmp ne i64 [[GIVEN]], [[DEFAULT]]
// CHECK: [[ZERO:%.*]] = call spir_func target("spirv.Queue") @__lanewise_null_queue()
// CHECK: call spir_func i64 @__lanewise_queue_number(target("spirv.Queue") [[ZERO]])
// CHECK: [[EVENT:%.*]] = call spir_func i64 @__lanewise_event_number(target("spirv.DeviceEvent")
// CHECK: [[NONE:%.*]] = call spir_func i64 @__lanewise_event_number(target("spirv.DeviceEvent")
// CHECK-NEXT: icmp eq i64 [[EVENT]], [[NONE]]
// CHECK-NOT: icmp {{.*}}spirv
kernel void k(queue_t q, global int *p) {
  clk_event_t event = create_user_event();
  p[0] = q == CLK_NULL_QUEUE;
  p[1] = q != get_default_queue();
  p[3] = q != 0;
  p[2] = event == CLK_NULL_EVENT;
  release_event(event);
  // CHECK: [[ZERO:%.*]] = call spir_func target("spirv.Queue") @__lanewise_null_queue()
  // CHECK: store target("spirv.Queue") [[ZERO]]
  queue_t none = 0;
  p[4] = none == q;
}

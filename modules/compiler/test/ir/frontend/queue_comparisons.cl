// Queues are compared with each other and with the null queue by calls; LLVM has no comparison of them.
// RUN: muxc -cl -options=-cl-std=CL3.0 %s | FileCheck %s
// RUN: muxc -cl -options=-cl-std=CLC++2021 %s | FileCheck %s

// CHECK-NOT: icmp {{.*}}spirv.Queue
// CHECK: call spir_func i1 @__lanewise_same_queue(target("spirv.Queue"){{.*}}, target("spirv.Queue")
// CHECK: [[SAME:%.*]] = call spir_func i1 @__lanewise_same_queue(
// CHECK-NEXT: xor i1 [[SAME]], true
// CHECK-NOT: icmp {{.*}}spirv.Queue
kernel void k(queue_t q, global int *p) {
  p[0] = q == CLK_NULL_QUEUE;
  p[1] = q != get_default_queue();
}

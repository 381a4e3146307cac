// Kernels of blocks are the module's own until they have numbers. Then kernels name them by these, know that they enqueue,
// and a block's literal lies in global memory; nothing holds the address of a function.
// RUN: muxc -cl -options=-cl-std=CL3.0 %s | FileCheck %s --check-prefix=FRONT
// RUN: muxc -cl -options=-cl-std=CL3.0 %s > %t.ll
// RUN: muxc --passes=number-block-kernels %t.ll | FileCheck %s
// RUN: muxc --passes=number-block-kernels,number-block-kernels %t.ll | FileCheck %s

// FRONT: define internal spir_kernel void @__first_block_invoke_kernel(ptr addrspace(4)
// FRONT: define internal spir_kernel void @__first_block_invoke_2_kernel(ptr addrspace(4)

// CHECK-NOT: ptr @__first_block_invoke
// CHECK: define {{.*}}spir_kernel void @first({{.*}}) [[ENQUEUES:#[0-9]+]]
// CHECK: call spir_func i32 @__enqueue_kernel_basic({{.*}}, ptr addrspace(4) null, ptr addrspace(4)
// CHECK: call spir_func i32 @__enqueue_kernel_varargs({{.*}}, ptr addrspace(4) inttoptr (i64 1 to ptr addrspace(4)), ptr addrspace(4)
kernel void first(queue_t q, global int* p) {
  enqueue_kernel(q, 0, ndrange_1D(4), ^{ *p = 1; });
  enqueue_kernel(q, 0, ndrange_1D(4), ^(local void* l) { *p = *(local int*)l; }, 4u);
}

// CHECK: define {{.*}}spir_kernel void @second({{.*}}) [[PLAIN:#[0-9]+]]
kernel void second(global int* p) { *p = 2; }

// CHECK: define {{.*}}spir_kernel void @__first_block_invoke_kernel(ptr addrspace(1) %0) [[ZERO:#[0-9]+]]
// CHECK: define {{.*}}spir_kernel void @__first_block_invoke_2_kernel(ptr addrspace(1) %0, ptr addrspace(3) %1) [[ONE:#[0-9]+]]

// CHECK-DAG: attributes [[ENQUEUES]] = {{.*}}"lanewise-enqueues"
// CHECK-DAG: attributes [[ZERO]] = {{.*}}"lanewise-block"="0"
// CHECK-DAG: attributes [[ONE]] = {{.*}}"lanewise-block"="1"

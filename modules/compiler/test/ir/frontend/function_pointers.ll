; Functions that are called through pointers have numbers for addresses, in whatever address space, and calls choose among
; those of their type. Functions that are only called directly have none, and kernels keep their addresses.
; RUN: muxc --passes=call-functions-by-number %s | FileCheck %s
; RUN: muxc --passes=call-functions-by-number,call-functions-by-number %s | FileCheck %s
target triple = "spir64"

; CHECK: @table = addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) inttoptr (i64 [[F:-?[0-9]+]] to ptr addrspace(4)), ptr addrspace(4) inttoptr (i64 [[G:-?[0-9]+]] to ptr addrspace(4))]
@table = addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr @f to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr @g to ptr addrspace(4))]
; CHECK-NOT: @llvm.compiler.used
@llvm.compiler.used = appending global [1 x ptr] [ptr @g], section "llvm.metadata"

; CHECK: define spir_func i32 @f(i32 %x) [[HAS_F:#[0-9]+]]
define spir_func i32 @f(i32 %x) {
  ret i32 %x
}
; CHECK: define internal spir_func i32 @g(i32 %x) [[HAS_G:#[0-9]+]]
define internal spir_func i32 @g(i32 %x) {
  ret i32 1
}
; CHECK: define spir_func i32 @direct(i32 %x) {
define spir_func i32 @direct(i32 %x) {
  ret i32 2
}
; CHECK: define spir_func float @for_the_host(float %x) [[HAS_HOST:#[0-9]+]]
define spir_func float @for_the_host(float %x) "referenced-indirectly" {
  ret float %x
}

; CHECK-LABEL: define spir_kernel void @k
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(4) %a, ptr %b) {
  ; CHECK: [[A:%.*]] = ptrtoint ptr addrspace(4) %a to i64
  ; CHECK: %y = call spir_func i32 @call.through.pointer(i64 [[A]], i32 7)
  %y = call spir_func addrspace(4) i32 %a(i32 7)
  ; CHECK: call spir_func i32 @call.through.pointer(i64 {{.*}}[[F]]{{.*}}, i32 %y)
  %z = call spir_func addrspace(4) i32 addrspacecast (ptr @f to ptr addrspace(4))(i32 %y)
  ; CHECK: [[B:%.*]] = ptrtoint ptr %b to i64
  ; CHECK: call spir_func float @call.through.pointer.1(i64 [[B]], float 1.000000e+00)
  %w = call spir_func float %b(float 1.0)
  ; CHECK: call spir_func i32 @direct(i32 %z)
  %d = call spir_func i32 @direct(i32 %z)
  ; CHECK: store ptr inttoptr (i64 [[G]] to ptr), ptr addrspace(1) %p
  store ptr @g, ptr addrspace(1) %p
  ; CHECK: call spir_func void @call.through.pointer.2(i64 {{.*}})
  call spir_func void %b()
  ret void
}

; CHECK: define internal spir_func i32 @call.through.pointer(i64 %0, i32 %1) [[DISPATCHER:#[0-9]+]]
; CHECK-NEXT: entry:
; CHECK-NEXT: switch i64 %0, label %trap [
; CHECK-NEXT: i64 [[F]], label %call.f
; CHECK-NEXT: i64 [[G]], label %call.g
; CHECK-NEXT: ]
; CHECK: call.f:
; CHECK-NEXT: [[R:%.*]] = call spir_func i32 @f(i32 %1)
; CHECK-NEXT: ret i32 [[R]]
; CHECK: trap:
; CHECK-NEXT: call void @llvm.trap()

; CHECK: define internal spir_func float @call.through.pointer.1(
; CHECK: call spir_func float @for_the_host(

; Nothing has that type.
; CHECK: define internal spir_func void @call.through.pointer.2(i64 %0)
; CHECK: switch i64 %0, label %trap [
; CHECK-NEXT: ]

; CHECK-DAG: attributes [[HAS_F]] = { "lanewise-function-number"="{{[0-9]+}}" }
; CHECK-DAG: attributes [[HAS_G]] = { "lanewise-function-number"="{{[0-9]+}}" }
; CHECK-DAG: attributes [[HAS_HOST]] = { "lanewise-function-number"="{{[0-9]+}}" "referenced-indirectly" }
; CHECK-DAG: attributes [[DISPATCHER]] = { alwaysinline convergent nounwind }

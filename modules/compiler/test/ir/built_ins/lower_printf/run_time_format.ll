; A format chosen at run time: a record for each, behind a comparison; -1 if it is none of them.
; RUN: muxc --passes=lower-printf %s | FileCheck %s

@odd = private addrspace(2) constant [7 x i8] c"odd %d\00"
@even = private addrspace(2) constant [8 x i8] c"even %d\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, i1 %c) {
; CHECK-LABEL: @k(
; CHECK: icmp eq ptr addrspace(2) %format, @even
; CHECK: store i32 2, ptr addrspace(1)
; CHECK: store i32 %x
; CHECK: icmp eq ptr addrspace(2) %format, @odd
; CHECK: store i32 1, ptr addrspace(1)
; CHECK: store i32 %x
; CHECK: [[RESULT:%.*]] = phi i32 [ {{.*}} ], [ {{.*}} ], [ -1, {{.*}} ]
; CHECK: store i32 [[RESULT]], ptr addrspace(1) %out
; CHECK: !{!"odd %d",
; CHECK: !{!"even %d",
  %format = select i1 %c, ptr addrspace(2) @odd, ptr addrspace(2) @even
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format, i32 %x)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

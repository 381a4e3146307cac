; Events are numbers wherever they occur: in parameters, results, variables, arrays and phis.
; RUN: muxc --passes=lower-events %s | FileCheck %s --implicit-check-not=spirv.Event

declare spir_func target("spirv.Event") @copy(ptr addrspace(3), target("spirv.Event"))

; CHECK: define spir_func i64 @pass(i64 %e)
; CHECK-NEXT: ret i64 %e
define spir_func target("spirv.Event") @pass(target("spirv.Event") %e) {
  ret target("spirv.Event") %e
}

; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(3) %l, i1 %again) {
; CHECK: %events = alloca [2 x i64]
; CHECK: store i64 0, ptr %events
; CHECK: %e = phi i64 [ 0, %entry ], [ %c, %loop ]
; CHECK: %c = call spir_func i64 @copy(ptr addrspace(3) %l, i64 %e)
; CHECK: getelementptr [2 x i64], ptr %events, i64 0, i64 1
; CHECK: store i64 %c,
entry:
  %events = alloca [2 x target("spirv.Event")]
  store target("spirv.Event") zeroinitializer, ptr %events
  br label %loop
loop:
  %e = phi target("spirv.Event") [ zeroinitializer, %entry ], [ %c, %loop ]
  %c = call spir_func target("spirv.Event") @copy(ptr addrspace(3) %l, target("spirv.Event") %e)
  br i1 %again, label %loop, label %end
end:
  %second = getelementptr [2 x target("spirv.Event")], ptr %events, i64 0, i64 1
  store target("spirv.Event") %c, ptr %second
  ret void
}

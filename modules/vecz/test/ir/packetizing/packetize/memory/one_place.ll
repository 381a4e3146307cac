; Of a place that is one for all lanes, though what it is computed from differs between them, is read once where a lane is active.
; RUN: veczc --step=vectorize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare i64 @__mux_get_local_id(i32)

; CHECK-LABEL: define internal spir_func void @first_of_group.vecz.4(
; CHECK: [[ANY:%.*]] = icmp ne i4
; CHECK: br i1 [[ANY]], label %then, label %end
; CHECK: then:
; CHECK: %p.at = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %first
; CHECK: [[ONE:%.*]] = load <2 x i32>, ptr addrspace(1) %p.at
; CHECK-NOT: load
; CHECK: [[X:%.*]] = extractelement <2 x i32> [[ONE]], i64 0
; CHECK: [[Y:%.*]] = extractelement <2 x i32> [[ONE]], i64 1
; CHECK: insertelement <4 x i32> poison, i32 [[X]], i64 0
; CHECK: insertelement <4 x i32> poison, i32 [[Y]], i64 0
define spir_kernel void @first_of_group(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %q.at = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %n = load i32, ptr addrspace(1) %q.at
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %l = call i64 @__mux_get_local_id(i32 0)
  %first = sub i64 %g, %l
  %p.at = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %first
  %v = load <2 x i32>, ptr addrspace(1) %p.at
  %x = extractelement <2 x i32> %v, i64 0
  %y = extractelement <2 x i32> %v, i64 1
  %d = udiv i32 %x, %y
  store i32 %d, ptr addrspace(1) %q.at
  br label %end
end:
  ret void
}

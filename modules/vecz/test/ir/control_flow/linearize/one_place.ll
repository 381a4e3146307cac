; A block that only reads one place for all its lanes runs only if some lane is in it: without one
; the address may be invalid. The place is computed from ids that differ. Neighbouring elements are
; read under the mask instead.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare i64 @__mux_get_local_id(i32) memory(none)

; CHECK-LABEL: @first_of_group(
; CHECK: then.guard:
; CHECK-NEXT: [[ANY:%.*]] = call i1 @vecz.any(i1 %c)
; CHECK-NEXT: br i1 [[ANY]], label %then, label %end
define spir_kernel void @first_of_group(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %l = call i64 @__mux_get_local_id(i32 0)
  %q.at = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %n = load i32, ptr addrspace(1) %q.at
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %first = sub i64 %g, %l
  %p.at = getelementptr i32, ptr addrspace(1) %p, i64 %first
  %x = load i32, ptr addrspace(1) %p.at
  br label %end
end:
  %r = phi i32 [ %n, %entry ], [ %x, %then ]
  store i32 %r, ptr addrspace(1) %q.at
  ret void
}

; CHECK-LABEL: @neighbours(
; CHECK-NOT: vecz.any
; CHECK: ret void
define spir_kernel void @neighbours(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @__mux_get_global_id(i32 0)
  %q.at = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %n = load i32, ptr addrspace(1) %q.at
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %p.at = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %x = load i32, ptr addrspace(1) %p.at
  br label %end
end:
  %r = phi i32 [ %n, %entry ], [ %x, %then ]
  store i32 %r, ptr addrspace(1) %q.at
  ret void
}

; A block that goes to two entries of a cycle: the phis of both keep what they get from it.
; RUN: veczc --step=simplify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @two_entries(
; CHECK: ret void
; CHECK-NOT: ret void
define spir_kernel void @two_entries(ptr addrspace(1) %out, i1 %c, i1 %d, i1 %e, i32 %n) {
entry:
  br i1 %c, label %third, label %second
second:
  %s = phi i32 [ 1, %entry ], [ %t.next, %third ]
  store volatile i32 %s, ptr addrspace(1) %out
  %s.next = add i32 %s, 10
  br i1 %d, label %third, label %fourth
third:
  %t = phi i32 [ 2, %entry ], [ %s.next, %second ], [ %f.next, %fourth ]
  store volatile i32 %t, ptr addrspace(1) %out
  %t.next = add i32 %t, 100
  br i1 %e, label %second, label %fourth
fourth:
  %f = phi i32 [ %s.next, %second ], [ %t.next, %third ]
  store volatile i32 %f, ptr addrspace(1) %out
  %f.next = add i32 %f, 1000
  %more = icmp slt i32 %f.next, %n
  br i1 %more, label %third, label %end
end:
  ret void
}

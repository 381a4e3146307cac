; A value of an id that a loop keeps, in a cycle of a select and a phi, is strided; the phis behind
; it, one of whose values is the same for all lanes, are not: they become vectors.
; RUN: veczc --step=packetize --width=8 %s | FileCheck %s

; CHECK-LABEL: @k(
; CHECK: body:
; CHECK-NEXT: %v = phi <8 x i32>
declare i64 @__mux_get_global_id(i32)

define void @k(ptr addrspace(1) %out, i32 %n, i1 %live, i1 %other) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %low = trunc i64 %id to i32
  br label %loop
loop:
  %kept = phi i32 [ poison, %entry ], [ %left, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %left = select i1 %live, i32 %low, i32 %kept
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %body
body:
  %v = phi i32 [ %left, %loop ], [ %w, %latch ]
  br i1 %other, label %then, label %latch
then:
  %u = load i32, ptr addrspace(1) %out
  br label %latch
latch:
  %w = phi i32 [ %u, %then ], [ %v, %body ]
  %again = icmp eq i32 %n, 77
  br i1 %again, label %body, label %end
end:
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; Two loops with neighbouring headers: lanes that leave the inner one meet the others again at its own
; header, but an iteration of the outer one later. Both loops diverge.
; RUN: opt -S -passes=loop-simplify,lcssa %s | veczc --step=unify-loop-exits | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define void @k(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @k(
; CHECK: inner:
; CHECK: br i1 %more, label %body, label %vecz.leave
; CHECK: body:
; CHECK: br i1 %c, label %vecz.latch, label %vecz.leave
; CHECK: br i1 %vecz.stay, label %inner, label %vecz.exit
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %k, %next ]
  br label %inner
inner:
  %j = phi i64 [ %i, %outer ], [ %k, %body ]
  %more = icmp ult i64 %j, %n
  br i1 %more, label %body, label %end
body:
  %k = add i64 %j, 1
  br i1 %c, label %inner, label %next
next:
  store i64 %j, ptr addrspace(1) %p
  br label %outer
end:
  ret void
}

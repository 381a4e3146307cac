; The test at the end of a counted loop moves to its header, where lanes leave early, if they take the same values by both ways.
; RUN: veczc --step=join-loop-exits %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define i32 @escape(float %c) {
; CHECK-LABEL: @escape(
; CHECK: head:
; CHECK: [[GOES_ON:%.*]] = icmp ne i32 %i, 256
; CHECK: [[BOTH:%.*]] = select i1 [[GOES_ON]], i1 %inside, i1 false
; CHECK: br i1 [[BOTH]], label %body, label %end
; CHECK: body:
; CHECK-NOT: br i1
; CHECK: br label %head
; CHECK: end:
; CHECK: phi i32 [ %i, %head ]
; CHECK: phi float [ %x, %head ]
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %cx = uitofp i64 %id to float
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %x = phi float [ 0.0, %entry ], [ %x.next, %body ]
  %square = fmul float %x, %x
  %inside = fcmp olt float %square, 4.0
  br i1 %inside, label %body, label %end
body:
  %x.next = fadd float %square, %cx
  %i.next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i.next, 256
  br i1 %done, label %end, label %head
end:
  %rounds = phi i32 [ %i, %head ], [ 256, %body ]
  %last = phi float [ %x, %head ], [ %x.next, %body ]
  %f = sitofp i32 %rounds to float
  %s = fadd float %f, %last
  %r = fptosi float %s to i32
  ret i32 %r
}

; Behind a test that the loop is entered at all.
define i32 @guarded(i32 %n) {
; CHECK-LABEL: @guarded(
; CHECK: [[GOES_ON:%.*]] = icmp slt i32 %i, %n
; CHECK: select i1 [[GOES_ON]], i1 %passes, i1 false
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %ahead, label %out
ahead:
  br label %head
head:
  %i = phi i32 [ 0, %ahead ], [ %i.next, %body ]
  %wide = zext i32 %i to i64
  %passes = icmp ult i64 %wide, %id
  br i1 %passes, label %body, label %end
body:
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %head, label %end
end:
  %rounds = phi i32 [ %i, %head ], [ %i.next, %body ]
  br label %out
out:
  %r = phi i32 [ 0, %entry ], [ %rounds, %end ]
  ret i32 %r
}

; It is not known whether the first round is wanted.
define i32 @unguarded(i32 %n) {
; CHECK-LABEL: @unguarded(
; CHECK: head:
; CHECK-NOT: icmp slt i32 %i, %n
; CHECK: ret
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %wide = zext i32 %i to i64
  %passes = icmp ult i64 %wide, %id
  br i1 %passes, label %body, label %end
body:
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %head, label %end
end:
  %rounds = phi i32 [ %i, %head ], [ %i.next, %body ]
  ret i32 %rounds
}

; There may be no element behind the last.
define i32 @reads(ptr %p) {
; CHECK-LABEL: @reads(
; CHECK: head:
; CHECK-NOT: icmp ne i32 %i, 16
; CHECK: ret
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %q = getelementptr i64, ptr %p, i32 %i
  %v = load i64, ptr %q
  %passes = icmp ult i64 %v, %id
  br i1 %passes, label %body, label %end
body:
  %i.next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i.next, 16
  br i1 %done, label %end, label %head
end:
  %rounds = phi i32 [ %i, %head ], [ 16, %body ]
  ret i32 %rounds
}

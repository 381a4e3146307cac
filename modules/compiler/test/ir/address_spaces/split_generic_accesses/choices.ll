; Accesses through one of two pointers of different spaces are done behind the condition; those of one space, of three
; pointers, and volatile ones, stay.
; RUN: muxc --passes=split-generic-accesses %s | FileCheck %s

define i32 @selected(i1 %c, ptr addrspace(1) %g, ptr addrspace(3) %l, i64 %i) {
; CHECK-LABEL: @selected(
; CHECK: br i1 %c, label %[[FIRST:.*]], label %[[SECOND:.*]]
; CHECK: [[FIRST]]:
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds i32, ptr addrspace(1) %g, i64 %i
; CHECK-NEXT: [[A:%.*]] = load i32, ptr addrspace(1) [[P]], align 8
; CHECK: [[SECOND]]:
; CHECK-NEXT: [[Q:%.*]] = getelementptr inbounds i32, ptr addrspace(3) %l, i64 %i
; CHECK-NEXT: [[B:%.*]] = load i32, ptr addrspace(3) [[Q]], align 8
; CHECK: [[X:%.*]] = phi i32 [ [[A]], %[[FIRST]] ], [ [[B]], %[[SECOND]] ]
; CHECK: ret i32 [[X]]
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %q = getelementptr inbounds i32, ptr addrspace(4) %p, i64 %i
  %x = load i32, ptr addrspace(4) %q, align 8
  ret i32 %x
}

; The pointers are made on the way, and the choice is known where the ways have met.
define void @stored(i1 %c, ptr addrspace(1) %g, ptr addrspace(3) %l, i32 %x) {
; CHECK-LABEL: @stored(
; CHECK: end:
; CHECK: [[C:%.*]] = phi i1 [ true, %left ], [ false, %right ]
; CHECK: [[A:%.*]] = phi ptr addrspace(1) [ %next, %left ], [ poison, %right ]
; CHECK: [[B:%.*]] = phi ptr addrspace(3) [ poison, %left ], [ %l, %right ]
; CHECK: br i1 [[C]]
; CHECK: store i32 %x, ptr addrspace(1) [[A]]
; CHECK: store i32 %x, ptr addrspace(3) [[B]]
entry:
  br i1 %c, label %left, label %right
left:
  %next = getelementptr i32, ptr addrspace(1) %g, i64 1
  %a = addrspacecast ptr addrspace(1) %next to ptr addrspace(4)
  br label %end
right:
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  br label %end
end:
  %p = phi ptr addrspace(4) [ %a, %left ], [ %b, %right ]
  store i32 %x, ptr addrspace(4) %p
  ret void
}

define i32 @one_space(i1 %c, ptr addrspace(1) %g, ptr addrspace(1) %h) {
; CHECK-LABEL: @one_space(
; CHECK-NOT: br i1
; CHECK: ret i32
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(1) %h to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

define i32 @volatile(i1 %c, ptr addrspace(1) %g, ptr addrspace(3) %l) {
; CHECK-LABEL: @volatile(
; CHECK-NOT: br i1
; CHECK: ret i32
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %x = load volatile i32, ptr addrspace(4) %p
  ret i32 %x
}

; Two accesses through one choice share what says which it is. Where three ways meet, or both pointers are of one space, the
; access stays.
; RUN: muxc --passes=split-generic-accesses %s | FileCheck %s

; CHECK-LABEL: @twice(
; CHECK: end:
; CHECK-NEXT: [[C:%.*]] = phi i1 [ true, %left ], [ false, %right ]
; CHECK-NEXT: [[A:%.*]] = phi ptr addrspace(1)
; CHECK-NEXT: [[B:%.*]] = phi ptr addrspace(3)
; CHECK-NOT: phi i1
; CHECK: br i1 [[C]]
; CHECK: load i32, ptr addrspace(1) [[A]]
; CHECK: load i32, ptr addrspace(3) [[B]]
; CHECK-NOT: phi i1
; CHECK: br i1 [[C]]
; CHECK: store i32 {{%.*}}, ptr addrspace(1) [[A]]
; CHECK: store i32 {{%.*}}, ptr addrspace(3) [[B]]
define void @twice(i1 %c, ptr addrspace(1) %g, ptr addrspace(3) %l) {
entry:
  br i1 %c, label %left, label %right
left:
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  br label %end
right:
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  br label %end
end:
  %p = phi ptr addrspace(4) [ %a, %left ], [ %b, %right ]
  %x = load i32, ptr addrspace(4) %p
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(4) %p
  ret void
}

; CHECK-LABEL: @three_ways(
; CHECK: load i32, ptr addrspace(4) %p
define i32 @three_ways(i32 %way, ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %own) {
entry:
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %c = addrspacecast ptr %own to ptr addrspace(4)
  switch i32 %way, label %end [
    i32 0, label %left
    i32 1, label %right
  ]
left:
  br label %end
right:
  br label %end
end:
  %p = phi ptr addrspace(4) [ %a, %left ], [ %b, %right ], [ %c, %entry ]
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

; CHECK-LABEL: @one_space(
; CHECK: load i32, ptr addrspace(4) %p
define i32 @one_space(i1 %way, ptr addrspace(1) %g, ptr addrspace(1) %h) {
entry:
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(1) %h to ptr addrspace(4)
  br i1 %way, label %left, label %end
left:
  br label %end
end:
  %p = phi ptr addrspace(4) [ %a, %left ], [ %b, %entry ]
  %x = load i32, ptr addrspace(4) %p
  ret i32 %x
}

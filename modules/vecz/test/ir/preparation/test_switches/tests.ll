; Switches with few destinations become tests of all the values that lead to one of them.
; RUN: veczc --step=test-switches %s | FileCheck %s

; As LLVM writes `x == 0 || x == 99`.
; CHECK-LABEL: define spir_kernel void @border(
; CHECK: [[FIRST:%.*]] = icmp eq i32 %x, 0
; CHECK-NEXT: [[LAST:%.*]] = icmp eq i32 %x, 99
; CHECK-NEXT: [[EITHER:%.*]] = or i1 [[FIRST]], [[LAST]]
; CHECK-NEXT: br i1 [[EITHER]], label %border, label %join
; CHECK: border:
; CHECK: join:
; CHECK-NEXT: %v = phi i32 [ 7, %border ], [ 5, %entry ]
define spir_kernel void @border(ptr addrspace(1) %out, i32 %x) {
entry:
  switch i32 %x, label %join [ i32 0, label %border
                               i32 99, label %border ]
border:
  br label %join
join:
  %v = phi i32 [ 5, %entry ], [ 7, %border ]
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Values without a gap are one test; a destination may be that of a phi alone.
; CHECK-LABEL: define spir_kernel void @two(
; CHECK: [[FROM:%.*]] = sub i32 %x, 3
; CHECK-NEXT: [[IN:%.*]] = icmp ule i32 [[FROM]], 2
; CHECK-NEXT: br i1 [[IN]], label %join, label %entry.others
; CHECK: entry.others:
; CHECK-NEXT: [[IS:%.*]] = icmp eq i32 %x, 9
; CHECK-NEXT: br i1 [[IS]], label %other, label %join.default
; CHECK: join:
; CHECK-NEXT: %v = phi i32 [ 9, %join.default ], [ 8, %other ], [ 5, %entry ]
define spir_kernel void @two(ptr addrspace(1) %out, i32 %x) {
entry:
  switch i32 %x, label %join.default [ i32 4, label %join
                                       i32 9, label %other
                                       i32 3, label %join
                                       i32 5, label %join ]
other:
  br label %join
join.default:
  br label %join
join:
  %v = phi i32 [ 5, %entry ], [ 5, %entry ], [ 5, %entry ], [ 8, %other ], [ 9, %join.default ]
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @never(
; CHECK: [[IS:%.*]] = icmp eq i32 %x, 0
; CHECK-NEXT: br i1 [[IS]], label %a, label %b
; CHECK-NOT: unreachable
define spir_kernel void @never(ptr addrspace(1) %out, i32 %x) {
entry:
  switch i32 %x, label %nowhere [ i32 0, label %a
                                  i32 3, label %b ]
a:
  store i32 1, ptr addrspace(1) %out
  ret void
b:
  store i32 2, ptr addrspace(1) %out
  ret void
nowhere:
  unreachable
}

; CHECK-LABEL: define spir_kernel void @many(
; CHECK: switch
define spir_kernel void @many(ptr addrspace(1) %out, i32 %x) {
entry:
  switch i32 %x, label %d [ i32 0, label %a
                            i32 3, label %b
                            i32 6, label %c ]
a:
  store i32 1, ptr addrspace(1) %out
  ret void
b:
  store i32 2, ptr addrspace(1) %out
  ret void
c:
  store i32 3, ptr addrspace(1) %out
  ret void
d:
  ret void
}

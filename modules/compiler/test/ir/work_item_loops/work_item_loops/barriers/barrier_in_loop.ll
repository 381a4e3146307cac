; A barrier in a uniform loop: its region leads back to itself, the barrier reached decides.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(i32 %n) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: region.0:
; CHECK: switch i32 {{.*}}, label %[[END0:.*]] [
; CHECK-NEXT: i32 1, label %region.1
; CHECK: region.1:
; CHECK: switch i32 {{.*}}, label %[[END1:.*]] [
; CHECK-NEXT: i32 1, label %region.1
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %go = icmp slt i32 %i, %n
  br i1 %go, label %body, label %end
body:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %next = add i32 %i, 1
  br label %loop
end:
  ret void
}

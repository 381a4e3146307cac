; Where ways meet, the branch's own condition tells which one a lane came by, whatever other lanes do:
; all that are there were at the branch. The choice is made before that, where one way may be jumped
; over.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define float @k(i64 %n, float %x) {
; CHECK-LABEL: @k(
; CHECK: [[R:%.*]] = select i1 %negative, float 1.000000e+00, float %root
; CHECK: meet:
; CHECK: [[BOTH:%.*]] = phi float [ [[R]], %positive ], [ 1.000000e+00, %positive.guard ]
; CHECK: select i1 %few, float [[BOTH]], float 0.000000e+00
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %few = icmp ult i64 %id, %n
  br i1 %few, label %inside, label %end
inside:
  %number = uitofp i64 %id to float
  %y = fsub float %x, %number
  %negative = fcmp olt float %y, 0.0
  br i1 %negative, label %meet, label %positive
positive:
  %square_root = call float @llvm.sqrt.f32(float %y)
  %root = fdiv float %square_root, %x ; enough for a guard
  br label %meet
meet:
  %r = phi float [ 1.0, %inside ], [ %root, %positive ]
  br label %end
end:
  %s = phi float [ 0.0, %entry ], [ %r, %meet ]
  ret float %s
}

; Values that are also needed later are selected where they are needed. Lanes that did not compute
; it have a defined number, not poison.
define float @needed_twice(float %x) {
; CHECK-LABEL: @needed_twice(
; CHECK: meet:
; CHECK: [[ROOT:%.*]] = phi float [ %root, %positive ], [ 0.000000e+00, %positive.guard ]
; CHECK-DAG: %r = select i1 %negative, float 1.000000e+00, float [[ROOT]]
; CHECK-DAG: %s = select i1 %negative, float %y, float [[ROOT]]
; CHECK: fadd float %r, %s
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %number = uitofp i64 %id to float
  %y = fsub float %x, %number
  %negative = fcmp olt float %y, 0.0
  br i1 %negative, label %meet, label %positive
positive:
  %square_root = call float @llvm.sqrt.f32(float %y)
  %root = fdiv float %square_root, %x
  br label %meet
meet:
  %r = phi float [ 1.0, %entry ], [ %root, %positive ]
  %s = phi float [ %y, %entry ], [ %root, %positive ]
  %sum = fadd float %r, %s
  ret float %sum
}

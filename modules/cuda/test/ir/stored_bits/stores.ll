; Numbers of which single bytes or halves are stored come from a register that no floating-point instruction has written.
; RUN: muxc --passes=cuda-copy-stored-bits %s | FileCheck %s
; RUN: muxc --passes=cuda-copy-stored-bits,emit-ptx %s | FileCheck %s --check-prefix=VALID
; VALID: define void @unaligned
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @unaligned(
; CHECK: [[BITS:%.*]] = bitcast float %x to i32
; CHECK-NEXT: [[COPY:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 [[BITS]])
; CHECK-NEXT: store i32 [[COPY]], ptr addrspace(1) %p, align 1
; CHECK-NEXT: store float %x, ptr addrspace(1) %p, align 4
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(1) %p, align 1
; CHECK: call i64 asm "mov.b64 $0, $1;", "=l,l"(
; CHECK-NEXT: store i64 {{.*}}, align 4
; CHECK: call i16 asm "mov.b16 $0, $1;", "=h,h"(
; CHECK: call i16 asm "mov.b16 $0, $1;", "=h,h"(
; CHECK: store <2 x i16> {{.*}}, align 1
; CHECK-NEXT: store <2 x half> %h, ptr addrspace(1) %p, align 2
define void @unaligned(float %x, double %d, <2 x half> %h, ptr addrspace(1) %p) {
  store float %x, ptr addrspace(1) %p, align 1
  store float %x, ptr addrspace(1) %p, align 4
  store float 1.0, ptr addrspace(1) %p, align 1
  store double %d, ptr addrspace(1) %p, align 4
  store <2 x half> %h, ptr addrspace(1) %p, align 1
  store <2 x half> %h, ptr addrspace(1) %p, align 2
  ret void
}

; CHECK-LABEL: define void @parts(
; CHECK: %bits = bitcast float %x to i32
; CHECK-NEXT: [[COPY:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 %bits)
; CHECK-NEXT: trunc i32 [[COPY]] to i8
; CHECK: [[INNER:%.*]] = bitcast float %y to i32
; CHECK-NEXT: [[COPY:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 [[INNER]])
; CHECK-NEXT: bitcast i32 [[COPY]] to <4 x i8>
define void @parts(float %x, float %y, ptr addrspace(1) %p) {
  %bits = bitcast float %x to i32
  %byte = trunc i32 %bits to i8
  store i8 %byte, ptr addrspace(1) %p
  %bytes = bitcast float %y to <4 x i8>
  %first = extractelement <4 x i8> %bytes, i32 0
  store i8 %first, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @element(
; CHECK: %bits = bitcast <2 x float> %x to <2 x i32>
; CHECK: call i32 asm "mov.b32 $0, $1;", "=r,r"(
; CHECK: [[COPIES:%.*]] = insertelement <2 x i32> {{.*}}, i64 1
; CHECK-NEXT: %first = extractelement <2 x i32> [[COPIES]], i32 0
define void @element(<2 x float> %x, ptr addrspace(1) %p) {
  %bits = bitcast <2 x float> %x to <2 x i32>
  %first = extractelement <2 x i32> %bits, i32 0
  store i32 %first, ptr addrspace(1) %p, align 1
  ret void
}

; CHECK-LABEL: define i32 @whole(
; CHECK-NOT: asm
; CHECK: ret i32
define i32 @whole(float %x) {
  %bits = bitcast float %x to i32
  %exponent = lshr i32 %bits, 23
  ret i32 %exponent
}

; Integers of 24 bits and the like are kept in wider ones. What a function returns stays the same.
; RUN: clang-sycl-linker --only=integer-widths %s -o - | FileCheck %s
; RUN: clang-sycl-linker --only=integer-widths %s -o - | FileCheck --check-prefix=NONE %s
; NONE-NOT: {{i(3|12|24|40|128)[ ,)]}}
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @copy
; CHECK: [[LOW:%.*]] = load i16, ptr addrspace(1) %from, align 2
; CHECK: [[A:%.*]] = zext i16 [[LOW]] to i32
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %from, i32 2
; CHECK: [[HIGH:%.*]] = load i8, ptr addrspace(1) [[AT]], align 2
; CHECK: store i16 {{%.*}}, ptr addrspace(1) %to, align 1
; CHECK: getelementptr inbounds i8, ptr addrspace(1) %to, i32 2
; CHECK: store i8 {{%.*}}, ptr addrspace(1) {{%.*}}, align 1
define void @copy(ptr addrspace(1) %from, ptr addrspace(1) %to) {
  %x = load i24, ptr addrspace(1) %from, align 2
  store i24 %x, ptr addrspace(1) %to, align 1
  ret void
}

; Signs are in bit 23.
; CHECK-LABEL: @signs
; CHECK: [[UP:%.*]] = shl i32 {{%.*}}, 8
; CHECK: ashr i32 [[UP]], 8
; CHECK: icmp slt i32
define i1 @signs(ptr %from, ptr %other) {
  %x = load i24, ptr %from, align 1
  %y = load i24, ptr %other, align 1
  %less = icmp slt i24 %x, %y
  ret i1 %less
}

; Sums have no more bits than before; constants are wider, too.
; CHECK-LABEL: @sums
; CHECK: phi i64 [ 1099511627775, %entry ], [ [[NEXT:%.*]], %loop ]
; CHECK: [[SUM:%.*]] = add i64
; CHECK: [[NEXT]] = and i64 [[SUM]], 1099511627775
; CHECK: switch i64
; CHECK-NEXT: i64 7, label %done
; CHECK-NEXT: i64 1099511627773, label %done
define i64 @sums(i64 %by) {
entry:
  %narrow = trunc i64 %by to i40
  br label %loop
loop:
  %x = phi i40 [ -1, %entry ], [ %next, %loop ]
  %next = add nuw i40 %x, %narrow
  switch i40 %next, label %loop [ i40 7, label %done i40 -3, label %done ]
done:
  %wide = zext i40 %next to i64
  ret i64 %wide
}

; CHECK-LABEL: @pieces
; CHECK: extractelement <3 x i8> %v, i64 2
; CHECK: ret i32
define i32 @pieces(<3 x i8> %v) {
  %x = bitcast <3 x i8> %v to i24
  %y = sext i24 %x to i32
  ret i32 %y
}

; A function with such a parameter is inlined.
; CHECK-LABEL: @caller
; CHECK-NOT: call
; CHECK: ret i32
define internal i12 @callee(i12 %x) {
  %y = ashr i12 %x, 3
  ret i12 %y
}
define i32 @caller(i32 %x) {
  %narrow = trunc i32 %x to i12
  %y = call i12 @callee(i12 %narrow)
  %wide = sext i12 %y to i32
  ret i32 %wide
}

; CHECK-LABEL: @choice
; CHECK: select i1 %c, i8 5, i8
define ptr @choice(i1 %c, i8 %x, ptr %p) {
  %narrow = trunc i8 %x to i3
  %y = select i1 %c, i3 -3, i3 %narrow
  %at = getelementptr i32, ptr %p, i3 %y
  ret ptr %at
}

; CHECK-LABEL: @upper
; CHECK: call spir_func i64 @_Z20__spirv_ocl_u_mul_himm(i64 %a, i64 %b)
define i64 @upper(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %product = mul nuw i128 %x, %y
  %high = lshr i128 %product, 64
  %half = trunc nuw i128 %high to i64
  ret i64 %half
}

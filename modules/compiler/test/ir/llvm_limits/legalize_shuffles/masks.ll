; The result of a shuffle that is wider than a register, of 128 bits here, gets no poison elements,
; and no vector is lengthened by a part of its length.
; RUN: muxc --passes=legalize-shuffles %s | FileCheck %s

; CHECK-LABEL: @one_element(
; CHECK: shufflevector <4 x i64> %a, <4 x i64> poison, <4 x i32> <i32 2, i32 2, i32 2, i32 2>
define <4 x i64> @one_element(<4 x i64> %a) {
  %r = shufflevector <4 x i64> %a, <4 x i64> poison, <4 x i32> <i32 poison, i32 2, i32 poison, i32 2>
  ret <4 x i64> %r
}

; CHECK-LABEL: @choice(
; CHECK: shufflevector <4 x i64> %a, <4 x i64> %b, <4 x i32> <i32 4, i32 1, i32 2, i32 3>
define <4 x i64> @choice(<4 x i64> %a, <4 x i64> %b) {
  %r = shufflevector <4 x i64> %a, <4 x i64> %b, <4 x i32> <i32 4, i32 poison, i32 2, i32 poison>
  ret <4 x i64> %r
}

; CHECK-LABEL: @moves(
; CHECK: shufflevector <4 x i64> %a, <4 x i64> %b, <4 x i32> <i32 3, i32 3, i32 5, i32 5>
define <4 x i64> @moves(<4 x i64> %a, <4 x i64> %b) {
  %r = shufflevector <4 x i64> %a, <4 x i64> %b, <4 x i32> <i32 poison, i32 3, i32 5, i32 poison>
  ret <4 x i64> %r
}

; An element of a constant that is not defined is poison as well.
; CHECK-LABEL: @undefined_constant(
; CHECK: shufflevector <4 x i64> {{.*}}, <4 x i32> <i32 0, i32 1, i32 6, i32 3>
define <4 x i64> @undefined_constant(<4 x i64> %a) {
  %r = shufflevector <4 x i64> %a, <4 x i64> <i64 undef, i64 poison, i64 7, i64 poison>, <4 x i32> <i32 4, i32 5, i32 6, i32 3>
  ret <4 x i64> %r
}

; The elements of a register behind those of a shorter vector cost nothing and stay poison.
; CHECK-LABEL: @longer(
; CHECK: shufflevector <2 x i64> %a, <2 x i64> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
define <4 x i64> @longer(<2 x i64> %a) {
  %r = shufflevector <2 x i64> %a, <2 x i64> poison, <4 x i32> <i32 poison, i32 1, i32 poison, i32 poison>
  ret <4 x i64> %r
}

; A part of what is wider than a register; comparisons' results are bytes.
; CHECK-LABEL: @part(
; CHECK: shufflevector <4 x i64> %a, <4 x i64> poison, <2 x i32> <i32 3, i32 3>
; CHECK: shufflevector <32 x i1> %m, <32 x i1> poison, <2 x i32> <i32 9, i32 9>
define <2 x i64> @part(<4 x i64> %a, <32 x i1> %m) {
  %r = shufflevector <4 x i64> %a, <4 x i64> poison, <2 x i32> <i32 poison, i32 3>
  %s = shufflevector <32 x i1> %m, <32 x i1> poison, <2 x i32> <i32 9, i32 poison>
  %t = select <2 x i1> %s, <2 x i64> %r, <2 x i64> zeroinitializer
  ret <2 x i64> %t
}

; CHECK-LABEL: @nothing(
; CHECK: shufflevector <4 x i64> %a, <4 x i64> poison, <4 x i32> poison
define <4 x i64> @nothing(<4 x i64> %a) {
  %r = shufflevector <4 x i64> %a, <4 x i64> poison, <4 x i32> poison
  ret <4 x i64> %r
}

; CHECK-LABEL: @fits(
; CHECK: shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 poison, i32 2, i32 poison, i32 1>
define <4 x i32> @fits(<4 x i32> %a) {
  %r = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 poison, i32 2, i32 poison, i32 1>
  ret <4 x i32> %r
}

; CHECK-LABEL: @three(
; CHECK: [[E0:%.+]] = extractelement <3 x i32> %a, i64 0
; CHECK-NEXT: [[V0:%.+]] = insertelement <4 x i32> poison, i32 [[E0]], i64 0
; CHECK-NEXT: [[E1:%.+]] = extractelement <3 x i32> %a, i64 1
; CHECK-NEXT: [[V1:%.+]] = insertelement <4 x i32> [[V0]], i32 [[E1]], i64 1
; CHECK-NEXT: [[E2:%.+]] = extractelement <3 x i32> %a, i64 2
; CHECK-NEXT: [[V2:%.+]] = insertelement <4 x i32> [[V1]], i32 [[E2]], i64 2
; CHECK-NEXT: shufflevector <4 x i32> [[V2]], <4 x i32> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
define <4 x i32> @three(<3 x i32> %a) {
  %r = shufflevector <3 x i32> %a, <3 x i32> poison, <4 x i32> <i32 0, i32 0, i32 0, i32 poison>
  ret <4 x i32> %r
}

; CHECK-LABEL: @three_of_two(
; CHECK: shufflevector <4 x i32> {{.*}}, <4 x i32> {{.*}}, <4 x i32> <i32 2, i32 4, i32 6, i32 0>
define <4 x i32> @three_of_two(<3 x i32> %a, <3 x i32> %b) {
  %r = shufflevector <3 x i32> %a, <3 x i32> %b, <4 x i32> <i32 2, i32 3, i32 5, i32 0>
  ret <4 x i32> %r
}

; Four elements at a time, as long as they divide the vector.
; CHECK-LABEL: @twelve(
; CHECK-DAG: [[A:%.+]] = shufflevector <12 x i8> %a, <12 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-DAG: [[B:%.+]] = shufflevector <12 x i8> %a, <12 x i8> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-DAG: [[C:%.+]] = shufflevector <12 x i8> %a, <12 x i8> poison, <4 x i32> <i32 8, i32 9, i32 10, i32 11>
; CHECK-DAG: [[AB:%.+]] = shufflevector <4 x i8> [[A]], <4 x i8> [[B]], <8 x i32>
; CHECK-DAG: [[CD:%.+]] = shufflevector <4 x i8> [[C]], <4 x i8> poison, <8 x i32>
; CHECK: [[W:%.+]] = shufflevector <8 x i8> [[AB]], <8 x i8> [[CD]], <16 x i32>
; CHECK: shufflevector <16 x i8> [[W]], <16 x i8> poison, <16 x i32> <i32 0, i32 3, i32 6, i32 9,
define <16 x i8> @twelve(<12 x i8> %a) {
  %r = shufflevector <12 x i8> %a, <12 x i8> poison, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 1, i32 4, i32 7, i32 10, i32 2, i32 5, i32 8, i32 11, i32 0, i32 0, i32 0, i32 0>
  ret <16 x i8> %r
}

; CHECK-LABEL: @even(
; CHECK-NOT: extractelement
; CHECK: shufflevector <3 x i32> %a, <3 x i32> %b, <6 x i32>
define <6 x i32> @even(<3 x i32> %a, <3 x i32> %b) {
  %r = shufflevector <3 x i32> %a, <3 x i32> %b, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
  ret <6 x i32> %r
}

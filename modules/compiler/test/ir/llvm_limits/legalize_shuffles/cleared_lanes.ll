; Lanes of masks that shuffles set or clear are set or cleared by `and` and `or`.
; RUN: muxc --passes=legalize-shuffles %s | FileCheck %s

; CHECK-LABEL: @cleared(
; CHECK: and <4 x i1> %m, <i1 true, i1 true, i1 false, i1 false>
; CHECK-NOT: shufflevector
define <4 x i1> @cleared(<4 x i1> %m) {
  %s = shufflevector <4 x i1> %m, <4 x i1> <i1 poison, i1 poison, i1 false, i1 false>, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  ret <4 x i1> %s
}

; CHECK-LABEL: @set(
; CHECK: [[KEPT:%.*]] = and <4 x i1> %m, <i1 false, i1 true, i1 true, i1 false>
; CHECK: or <4 x i1> [[KEPT]], <i1 true, i1 false, i1 false, i1 false>
define <4 x i1> @set(<4 x i1> %m) {
  %s = shufflevector <4 x i1> <i1 true, i1 poison, i1 poison, i1 false>, <4 x i1> %m, <4 x i32> <i32 0, i32 5, i32 6, i32 3>
  ret <4 x i1> %s
}

; Others move lanes, or are no masks.
; CHECK-LABEL: @moved(
; CHECK-COUNT-2: shufflevector
define <4 x i1> @moved(<4 x i1> %m, <4 x i32> %v, ptr %p) {
  %w = shufflevector <4 x i32> %v, <4 x i32> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
  store <4 x i32> %w, ptr %p
  %s = shufflevector <4 x i1> %m, <4 x i1> zeroinitializer, <4 x i32> <i32 1, i32 0, i32 6, i32 7>
  ret <4 x i1> %s
}

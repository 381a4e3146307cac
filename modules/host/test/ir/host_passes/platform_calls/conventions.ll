; Functions and calls of the neutral dialect have the platform's convention, direct or not; others keep theirs.
; RUN: muxc --passes=platform-calls %s | FileCheck %s --implicit-check-not=spir_func

; CHECK: declare float @g(float)
declare spir_func float @g(float)

; CHECK: define internal float @f(float %x, ptr %which)
define internal spir_func float @f(float %x, ptr %which) {
; CHECK: call float @g(float %x)
; CHECK: call float %which(float %y)
; CHECK: call fastcc float @h(float %z)
  %y = call spir_func float @g(float %x)
  %z = call spir_func float %which(float %y)
  %r = call fastcc float @h(float %z)
  ret float %r
}
declare fastcc float @h(float)

; A module becomes one for the CPU: triple, layout, CPU of each function and a warning of too much
; stack; only entry functions are visible, and declarations stay declarations.
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=retarget %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64"

; CHECK: target datalayout = "e-m:e-
; CHECK: target triple = "x86_64-
; CHECK: @table = internal constant
@table = constant [2 x i32] [i32 1, i32 2]

; CHECK: define void @lanewise.entry.k({{.*}} #[[ATTRIBUTES:[0-9]+]]
define void @lanewise.entry.k(ptr %arguments, ptr %schedule) {
  call void @f()
  call void @outside()
  ret void
}
; CHECK: define internal void @f() #[[ATTRIBUTES]]
define void @f() {
  ret void
}
; CHECK: declare void @outside(){{$}}
declare void @outside()
; CHECK: attributes #[[ATTRIBUTES]] = { "target-cpu"="x86-64-v2" "tune-cpu"="{{.+}}" "warn-stack-size"="{{[1-9][0-9]+}}" }

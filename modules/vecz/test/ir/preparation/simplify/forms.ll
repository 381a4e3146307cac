; Variables become values, switches become branches, and loops have one latch and a block before them.
; RUN: veczc --step=simplify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @variable(
; CHECK-NOT: alloca
; CHECK: store i32 %n, ptr addrspace(1) %out
; CHECK: ret void
define spir_kernel void @variable(ptr addrspace(1) %out, i32 %n) {
  %v = alloca i32
  store i32 %n, ptr %v
  %m = load i32, ptr %v
  store i32 %m, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @choice(
; CHECK-NOT: switch
; CHECK: ret void
; CHECK-NOT: ret void
define spir_kernel void @choice(ptr addrspace(1) %out, i32 %n) {
entry:
  switch i32 %n, label %other [ i32 2, label %two
                                i32 77, label %many
                                i32 6000, label %more ]
two:
  store volatile i32 2, ptr addrspace(1) %out
  ret void
many:
  store volatile i32 3, ptr addrspace(1) %out
  ret void
more:
  store volatile i32 4, ptr addrspace(1) %out
  br label %other
other:
  store volatile i32 5, ptr addrspace(1) %out
  ret void
}

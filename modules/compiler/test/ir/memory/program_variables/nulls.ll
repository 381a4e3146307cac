; A null pointer that was cast from another space is zeros. Local variables are none of the table's; a part of a structure that
; has no bytes of its own is an error.
; RUN: split-file %s %t
; RUN: muxc --variables %t/values.ll | FileCheck %t/values.ll
; RUN: not muxc --variables %t/part.ll 2>&1 | FileCheck %t/part.ll

;--- values.ll
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

; CHECK: ; none: 8 bytes at {{[0-9]+}}, ''
; CHECK: ; behind: 4 bytes at {{[0-9]+}}, '07'
; CHECK-NOT: ; tile:
@none = addrspace(1) global ptr addrspace(4) addrspacecast (ptr addrspace(1) null to ptr addrspace(4))
@behind = addrspace(1) global i32 7
@tile = internal addrspace(3) global [4 x i32] undef

;--- part.ll
; CHECK: the initializer of 'callbacks' is not supported
@callbacks = addrspace(1) global { i32, [2 x ptr] } { i32 1, [2 x ptr] [ptr @f, ptr null] }
define void @f() {
  ret void
}

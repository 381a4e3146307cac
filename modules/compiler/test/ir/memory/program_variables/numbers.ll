; A number that was cast to a pointer is that number, of whatever space, moved or cast to another space, and in parts of a variable.
; RUN: muxc --variables %s | FileCheck %s
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

; CHECK: ; sixteen: 8 bytes at {{[0-9]+}}, '10'
; CHECK: ; moved: 8 bytes at {{[0-9]+}}, '1c'
; CHECK: ; generic: 8 bytes at {{[0-9]+}}, '20'
; CHECK: ; large: 8 bytes at {{[0-9]+}}, 'f0ffffffffffffff'
; CHECK: ; short: 8 bytes at {{[0-9]+}}, 'feff'
; CHECK: ; parts: 24 bytes at {{[0-9]+}}, '0100000000000000000000000000000050'
@sixteen = addrspace(1) global ptr addrspace(1) inttoptr (i64 16 to ptr addrspace(1))
@moved = addrspace(1) global ptr addrspace(1) getelementptr (i32, ptr addrspace(1) inttoptr (i64 16 to ptr addrspace(1)), i64 3)
@generic = addrspace(1) global ptr addrspace(4) addrspacecast (ptr addrspace(1) inttoptr (i64 32 to ptr addrspace(1)) to ptr addrspace(4))
@large = addrspace(1) global ptr addrspace(2) inttoptr (i64 -16 to ptr addrspace(2))
@short = addrspace(1) global ptr addrspace(3) inttoptr (i16 -2 to ptr addrspace(3))
@parts = addrspace(1) global { i8, [2 x ptr addrspace(1)] } { i8 1, [2 x ptr addrspace(1)] [ptr addrspace(1) null, ptr addrspace(1) inttoptr (i64 80 to ptr addrspace(1))] }

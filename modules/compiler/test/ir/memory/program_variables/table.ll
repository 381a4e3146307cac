; The table that a program's container has of its variables: places, first bytes without the zeros at the end, and
; which of them are addresses in the block.
; RUN: split-file %s %t
; RUN: muxc --variables %t/values.ll | FileCheck %t/values.ll
; RUN: not muxc --variables %t/function.ll 2>&1 | FileCheck %t/function.ll
; RUN: not muxc --variables %t/number.ll 2>&1 | FileCheck %t/number.ll

;--- values.ll
target triple = "spir64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

%pair = type { i8, i32 }
; CHECK: ; word: 4 bytes at 0, '07'
; CHECK: ; real: 4 bytes at {{[0-9]+}}, '0000803f'
; CHECK: ; wide: 16 bytes at {{[0-9]+}}, '0100000000000000000003'
; CHECK: ; pairs: 16 bytes at [[PAIRS:[0-9]+]], '0500000006'
; CHECK: ; nothing: 80 bytes at {{[0-9]+}}, ''
; CHECK: ; null: 8 bytes at {{[0-9]+}}, ''
; CHECK: ; undefined: 8 bytes at {{[0-9]+}}, '03'
; CHECK: ; first: 8 bytes at {{[0-9]+}}, '', address of 0 at 0
; CHECK: ; inside: 8 bytes at {{[0-9]+}}, '', address of {{[0-9]+}} at 0
; CHECK: ; generic: 16 bytes at {{[0-9]+}}, '', address of 0 at 0, address of [[PAIRS]] at 8
; CHECK: ; number: 8 bytes at {{[0-9]+}}, '', address of 0 at 0
; CHECK: ; named: 4 bytes at {{[0-9]+}}, '09'
; CHECK: ; where: 8 bytes at {{[0-9]+}}, '', address of {{[0-9]+}} at 0
; CHECK-NOT: apart:
@word = addrspace(1) global i32 7
@real = addrspace(1) global float 1.0
@wide = addrspace(1) global <4 x i32> <i32 1, i32 0, i32 196608, i32 0>
@pairs = addrspace(1) global [2 x %pair] [%pair { i8 5, i32 6 }, %pair zeroinitializer]
@nothing = addrspace(1) global [10 x i64] zeroinitializer
@null = addrspace(1) global ptr null
@undefined = addrspace(1) global { i32, i32 } { i32 3, i32 undef }
@first = addrspace(1) global ptr addrspace(1) @word
@inside = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @pairs, i64 4)
@generic = addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @word to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @pairs to ptr addrspace(4))]
@number = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @word to i64)
@named = internal addrspace(2) constant i32 9
@where = addrspace(1) global ptr addrspace(2) @named
@apart = addrspace(2) constant i32 5

;--- function.ll
; CHECK: the initializer of 'callback' is not supported
@callback = addrspace(1) global ptr @f
define void @f() {
  ret void
}

;--- number.ll
; CHECK: the initializer of 'half' is not supported
@word = addrspace(1) global i32 7
@half = addrspace(1) global i32 ptrtoint (ptr addrspace(1) @word to i32)

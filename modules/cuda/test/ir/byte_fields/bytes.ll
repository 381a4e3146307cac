; A byte of a word with the upper bytes of a constant above it is one instruction.
; RUN: muxc --passes=cuda-byte-fields %s | FileCheck %s

; CHECK-LABEL: define void @bytes(
; CHECK-DAG: call i32 @llvm.nvvm.prmt(i32 %word, i32 1258291200, i32 30288)
; CHECK-DAG: call i32 @llvm.nvvm.prmt(i32 %word, i32 1258291200, i32 30289)
; CHECK-DAG: call i32 @llvm.nvvm.prmt(i32 %word, i32 1258291200, i32 30290)
; CHECK-DAG: call i32 @llvm.nvvm.prmt(i32 %word, i32 1258291200, i32 30291)
; CHECK-NOT: = or
; CHECK: ret void
define void @bytes(i32 %word, ptr addrspace(1) %p) {
  %a = and i32 %word, 255
  %a.bits = or disjoint i32 %a, 1258291200
  store volatile i32 %a.bits, ptr addrspace(1) %p
  %b.shifted = lshr i32 %word, 8
  %b = and i32 %b.shifted, 255
  %b.bits = or disjoint i32 %b, 1258291200
  store volatile i32 %b.bits, ptr addrspace(1) %p
  %c.shifted = lshr i32 %word, 16
  %c = and i32 %c.shifted, 255
  %c.bits = or i32 %c, 1258291200
  store volatile i32 %c.bits, ptr addrspace(1) %p
  %d = lshr i32 %word, 24
  %d.bits = or disjoint i32 %d, 1258291200
  store volatile i32 %d.bits, ptr addrspace(1) %p
  ret void
}

; Not where the constant has a part in the byte, where it is no whole byte, or in other types.
; CHECK-LABEL: define void @others(
; CHECK-NOT: prmt
; CHECK: ret void
define void @others(i32 %word, i64 %long, ptr addrspace(1) %p) {
  %a = and i32 %word, 255
  %a.bits = or i32 %a, 257
  store volatile i32 %a.bits, ptr addrspace(1) %p
  %b.shifted = lshr i32 %word, 4
  %b = and i32 %b.shifted, 255
  %b.bits = or i32 %b, 256
  store volatile i32 %b.bits, ptr addrspace(1) %p
  %c.shifted = lshr i32 %word, 8
  %c = and i32 %c.shifted, 127
  %c.bits = or i32 %c, 256
  store volatile i32 %c.bits, ptr addrspace(1) %p
  %d = lshr i32 %word, 23
  %d.bits = or i32 %d, 512
  store volatile i32 %d.bits, ptr addrspace(1) %p
  %or = or i32 %word, 256
  store volatile i32 %or, ptr addrspace(1) %p
  %e = and i64 %long, 255
  %e.bits = or i64 %e, 256
  store volatile i64 %e.bits, ptr addrspace(1) %p
  ret void
}

; An operation that is done lane by lane extracts the value that its address is computed from, not
; the address: the rest of the way is scalar, and several addresses share what they are made of.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[ALL:%.*]] = load <4 x i32>
; CHECK-NOT: extractelement <4 x ptr
; CHECK: [[WORD:%.*]] = extractelement <4 x i32> [[ALL]], i64 3
; CHECK: [[HIGH:%.*]] = lshr i32 [[WORD]], 8
; CHECK: [[BYTE:%.*]] = and i32 [[HIGH]], 255
; CHECK: [[INDEX:%.*]] = zext nneg i32 [[BYTE]] to i64
; CHECK: [[BIN:%.*]] = getelementptr inbounds i32, ptr addrspace(3) %bins, i64 [[INDEX]]
; CHECK: atomicrmw add ptr addrspace(3) [[BIN]], i32 1
define spir_kernel void @k(ptr addrspace(1) %data, ptr addrspace(3) %bins) {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %word = load i32, ptr addrspace(1) %p, align 4
  %high = lshr i32 %word, 8
  %byte = and i32 %high, 255
  %index = zext nneg i32 %byte to i64
  %bin = getelementptr inbounds i32, ptr addrspace(3) %bins, i64 %index
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

; A structure is a packet for each of its numbers, those of arrays inside included; where each lane calls a function of its own,
; it is put together again, and what the function gives is taken apart.
; RUN: veczc --step=packetize --width=2 %s | FileCheck %s

%pair = type { i32, [2 x float] }
declare i64 @__mux_get_global_id(i32)
declare %pair @change(%pair, i32)

; CHECK-LABEL: @k(
; CHECK: [[NUMBERS:%.*]] = insertelement <2 x i32> {{%.*}}, i32 {{%.*}}, i64 1
; CHECK: [[FIRSTS:%.*]] = insertelement <2 x float> {{%.*}}, float {{%.*}}, i64 1
; CHECK: [[SECONDS:%.*]] = insertelement <2 x float> {{%.*}}, float {{%.*}}, i64 1
; CHECK-NEXT: [[NUMBER:%.*]] = extractelement <2 x i32> [[NUMBERS]], i64 0
; CHECK-NEXT: [[FIRST:%.*]] = extractelement <2 x float> [[FIRSTS]], i64 0
; CHECK-NEXT: [[SECOND:%.*]] = extractelement <2 x float> [[SECONDS]], i64 0
; CHECK-NEXT: [[A:%.*]] = insertvalue %pair poison, i32 [[NUMBER]], 0
; CHECK-NEXT: [[B:%.*]] = insertvalue [2 x float] poison, float [[FIRST]], 0
; CHECK-NEXT: [[C:%.*]] = insertvalue [2 x float] [[B]], float [[SECOND]], 1
; CHECK-NEXT: [[ALL:%.*]] = insertvalue %pair [[A]], [2 x float] [[C]], 1
; CHECK-NEXT: [[CHANGED:%.*]] = call %pair @change(%pair [[ALL]], i32 %u)
; CHECK-NEXT: [[NEW:%.*]] = extractvalue %pair [[CHANGED]], 0
; CHECK-NEXT: [[ARRAY:%.*]] = extractvalue %pair [[CHANGED]], 1
; CHECK-NEXT: extractvalue [2 x float] [[ARRAY]], 0
; CHECK-NEXT: extractvalue [2 x float] [[ARRAY]], 1
; CHECK-NEXT: insertelement <2 x i32> poison, i32 [[NEW]], i64 0
; CHECK: call %pair @change(
; CHECK-NOT: call %pair @change(
; CHECK: store %pair {{%.*}}, ptr addrspace(1)
; CHECK: store %pair {{%.*}}, ptr addrspace(1)
define spir_kernel void @k(ptr addrspace(1) %p, i32 %u) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %at = getelementptr %pair, ptr addrspace(1) %p, i64 %id
  %s = load %pair, ptr addrspace(1) %at
  %t = call %pair @change(%pair %s, i32 %u)
  store %pair %t, ptr addrspace(1) %at
  ret void
}

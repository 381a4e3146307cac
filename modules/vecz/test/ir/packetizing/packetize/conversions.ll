; Of a 32-bit number without a sign, extensions and conversions become signed ones, which suit gathers and some CPUs better.
; Without that promise, and of narrow numbers, they stay.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define void @k(
; CHECK: sext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: zext <4 x i32> %{{.*}} to <4 x i64>
; CHECK: zext nneg <4 x i16> %{{.*}} to <4 x i64>
; CHECK: sitofp <4 x i32> %{{.*}} to <4 x float>
; CHECK: uitofp <4 x i32> %{{.*}} to <4 x float>
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, ptr addrspace(1) %s) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %n.at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %n = load i32, ptr addrspace(1) %n.at
  %h.at = getelementptr i16, ptr addrspace(1) %q, i64 %id
  %h = load i16, ptr addrspace(1) %h.at
  %a = zext nneg i32 %n to i64
  %b = zext i32 %n to i64
  %c = zext nneg i16 %h to i64
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  %sum.at = getelementptr i64, ptr addrspace(1) %r, i64 %id
  store i64 %abc, ptr addrspace(1) %sum.at
  %d = uitofp nneg i32 %n to float
  %e = uitofp i32 %n to float
  %de = fadd float %d, %e
  %float.at = getelementptr float, ptr addrspace(1) %s, i64 %id
  store float %de, ptr addrspace(1) %float.at
  ret void
}

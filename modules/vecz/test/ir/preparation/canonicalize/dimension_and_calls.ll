; Calls are inlined, a dimension that is computed is split into the three, ids carry their range,
; switches become branches.
; RUN: veczc --step=canonicalize %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)

define internal i32 @twice(i32 %x) {
  %y = mul i32 %x, 2
  ret i32 %y
}

define spir_kernel void @k(ptr addrspace(1) %out, i32 %dimension, i32 %n) {
; CHECK-LABEL: @k(
; CHECK: call noundef range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
; CHECK: call noundef range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 1)
; CHECK: call noundef range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 2)
; CHECK-NOT: switch
; CHECK-NOT: call i32 @twice
; CHECK: ret void
; CHECK-NOT: ret void
entry:
  %id = call i64 @__mux_get_global_id(i32 %dimension)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %t = call i32 @twice(i32 %n)
  switch i32 %t, label %other [ i32 2, label %two
                                i32 6, label %six
                                i32 77, label %two ]
two:
  store i32 2, ptr addrspace(1) %p
  ret void
six:
  store i32 6, ptr addrspace(1) %p
  ret void
other:
  store volatile i32 %t, ptr addrspace(1) %p
  ret void
}

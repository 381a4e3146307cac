; Blocks that stay: addresses overlap or are not known, something else is done with one, or sizes are not known.
; RUN: muxc --passes=split-local-memory %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare void @other(ptr addrspace(3))

; CHECK-NOT: .part

; One element of the second belongs to the first.
; CHECK-LABEL: @overlap(
define spir_kernel void @overlap(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 60
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

; The last access of the first reaches into the second.
; CHECK-LABEL: @wide(
define spir_kernel void @wide(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store <2 x float> zeroinitializer, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

; CHECK-LABEL: @any_index(
define spir_kernel void @any_index(ptr addrspace(3) %block, i64 %i) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %i
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

; Below the block is in the block that it is a part of, perhaps.
; CHECK-LABEL: @before(
define spir_kernel void @before(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %shifted = sub i64 %x, 8
  %a = getelementptr float, ptr addrspace(3) %block, i64 %shifted
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

; CHECK-LABEL: @escapes(
define spir_kernel void @escapes(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  call void @other(ptr addrspace(3) %second)
  ret void
}

; CHECK-LABEL: @stored(
define spir_kernel void @stored(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  store ptr addrspace(3) %second, ptr addrspace(3) %second
  ret void
}

; CHECK-LABEL: @sizes_unknown(
define spir_kernel void @sizes_unknown(ptr addrspace(3) %block) {
  %x = call range(i64 0, 16) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 64
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

!0 = !{i32 16, i32 1, i32 1}

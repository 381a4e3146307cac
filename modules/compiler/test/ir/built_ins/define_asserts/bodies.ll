; Failed assertions print and stop the kernel. A function of other parameters is not taken for one.
; RUN: muxc --passes=define-asserts %s | FileCheck %s

; CHECK: @assert.format = {{.*}}addrspace(2) constant {{.*}}%s:%u: %s: work-item (%lu, %lu, %lu): assertion '%s' failed
; CHECK: define internal spir_func void @__assert_fail(ptr addrspace(4) %what, ptr addrspace(4) %file, i32 %line, ptr addrspace(4) %where) [[ATTRIBUTES:#[0-9]+]]
; CHECK: [[X:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK: [[Z:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 2)
; CHECK: call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @assert.format, ptr addrspace(4) %file, i32 %line, ptr addrspace(4) %where, i64 [[X]], i64 {{.*}}, i64 [[Z]], ptr addrspace(4) %what)
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK: declare spir_func void @__devicelib_assert_fail(i32)
; CHECK: attributes [[ATTRIBUTES]] = { alwaysinline
declare spir_func void @__assert_fail(ptr addrspace(4) %what, ptr addrspace(4) %file, i32 %line, ptr addrspace(4) %where) noinline
declare spir_func void @__devicelib_assert_fail(i32)

define spir_kernel void @k(ptr addrspace(4) %text) {
  call spir_func void @__assert_fail(ptr addrspace(4) %text, ptr addrspace(4) %text, i32 7, ptr addrspace(4) %text)
  ret void
}

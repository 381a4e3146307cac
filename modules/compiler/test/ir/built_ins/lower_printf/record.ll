; A call becomes a record under a branch; its shape is in the metadata. A format that OpenCL C does not
; allow gives -1 and no record.
; RUN: muxc --passes=lower-printf %s | FileCheck %s

@format = private addrspace(2) constant [12 x i8] c"%d %s %v2hd\00"
@wrong = private addrspace(2) constant [3 x i8] c"%y\00"
@yes = private addrspace(2) constant [4 x i8] c"yes\00"
@no = private addrspace(2) constant [3 x i8] c"no\00"

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, <2 x i16> %v, i1 %c) {
; CHECK-LABEL: @k(
; CHECK-SAME: [[PRINTS:#[0-9]+]]
; CHECK: [[TEXT:%.*]] = select i1 %c, i64 0, i64 1
; CHECK: [[CHUNK:%.*]] = call ptr addrspace(1) @__mux_get_printf_chunk()
; CHECK: icmp ne ptr addrspace(1) [[CHUNK]], null
; CHECK: atomicrmw add ptr addrspace(1) {{.*}}, i64 20 monotonic
; CHECK: store i32 1, ptr addrspace(1)
; CHECK: store i32 %x, ptr addrspace(1) {{.*}}, align 1
; CHECK: store i64 [[TEXT]], ptr addrspace(1) {{.*}}, align 1
; CHECK: store <2 x i16> %v, ptr addrspace(1) {{.*}}, align 1
; CHECK: atomicrmw umin ptr addrspace(1) {{.*}}, i64 {{%.*}} monotonic
; CHECK: atomicrmw add ptr addrspace(1) {{.*}}, i64 1 monotonic
; CHECK: phi i32 [ 0, {{.*}} ], [ -1, {{.*}} ]
; CHECK: [[RESULT:%.*]] = phi i32
; CHECK: store i32 [[RESULT]], ptr addrspace(1) %out
; CHECK: store i32 -1, ptr addrspace(1) %out
; CHECK-NOT: @printf
; CHECK: attributes [[PRINTS]] = { "lanewise-prints" }
; CHECK: !lanewise.printf = !{[[CALL:![0-9]+]]}
; CHECK: [[CALL]] = !{!"%d %s %v2hd", [[SIZES:![0-9]+]], [[TEXTS:![0-9]+]]}
; CHECK: [[SIZES]] = !{i32 4, i32 8, i32 4}
; CHECK: [[TEXTS]] = !{!"yes", !"no"}
  %text = select i1 %c, ptr addrspace(2) @yes, ptr addrspace(2) @no
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %x, ptr addrspace(2) %text, <2 x i16> %v)
  store i32 %r, ptr addrspace(1) %out
  %w = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @wrong, i32 %x)
  store i32 %w, ptr addrspace(1) %out
  ret void
}

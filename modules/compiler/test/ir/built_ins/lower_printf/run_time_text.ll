; A text chosen at run time is searched for among the literals that reach it; one that comes out of a
; table, among all.
; RUN: muxc --passes=lower-printf %s | FileCheck %s

@format = private addrspace(2) constant [3 x i8] c"%s\00"
@yes = private addrspace(2) constant [4 x i8] c"yes\00"
@no = private addrspace(2) constant [3 x i8] c"no\00"
@table = private addrspace(2) constant [2 x ptr addrspace(2)] [ptr addrspace(2) @yes, ptr addrspace(2) @no]

declare spir_func i32 @printf(ptr addrspace(2), ...)

define spir_kernel void @joined(i1 %c) {
; CHECK-LABEL: @joined(
; CHECK: [[AT:%.*]] = ptrtoint ptr addrspace(2) %text to i64
; CHECK: [[OFFSET:%.*]] = sub i64 [[AT]], ptrtoint (ptr addrspace(2) @yes to i64)
; CHECK: [[HIGH:%.*]] = shl i64 [[OFFSET]], 32
; CHECK: [[HERE:%.*]] = or i64 [[HIGH]], 0
; CHECK: [[INSIDE:%.*]] = icmp ule i64 [[OFFSET]], 3
; CHECK: select i1 [[INSIDE]], i64 [[HERE]], i64 4294967295
; CHECK: ptrtoint (ptr addrspace(2) @no to i64)
; CHECK-NOT: ptrtoint
; CHECK: @__mux_get_printf_chunk
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %text = phi ptr addrspace(2) [ @yes, %then ], [ @no, %entry ]
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, ptr addrspace(2) %text)
  ret void
}

define spir_kernel void @looked_up(i64 %i) {
; CHECK-LABEL: @looked_up(
; CHECK: ptrtoint (ptr addrspace(2) @yes to i64)
; CHECK: ptrtoint (ptr addrspace(2) @no to i64)
; CHECK: @__mux_get_printf_chunk
  %place = getelementptr ptr addrspace(2), ptr addrspace(2) @table, i64 %i
  %text = load ptr addrspace(2), ptr addrspace(2) %place
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, ptr addrspace(2) %text)
  ret void
}
; CHECK-DAG: = !{!"yes", !"no"}
; CHECK-DAG: = !{!"%s", !"yes", !"no"}

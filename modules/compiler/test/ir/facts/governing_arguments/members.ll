; Integers in structures that are passed by value govern kernels as arguments do, wherever they are read; those of a structure that the
; kernel changes do not.
; RUN: muxc --passes=governing-arguments %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @f(ptr)

%sizes = type { i32, i32, i64 }

; CHECK: define spir_kernel void @members({{.*}} #[[MEMBERS:[0-9]+]] {
define spir_kernel void @members(ptr addrspace(1) %p, ptr byval(%sizes) %s) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %first = getelementptr i8, ptr %s, i64 4
  %offset = load i32, ptr %first
  %second = getelementptr i8, ptr %first, i64 4
  %pitch = load i64, ptr %second
  %row = mul i64 %id, %pitch
  %start = sext i32 %offset to i64
  %begin = add i64 %row, %start
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = zext i32 %i to i64
  %index = add i64 %begin, %wide
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 %i, ptr addrspace(1) %at
  %next = add i32 %i, 1
  %n = load i32, ptr %s
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

; CHECK: define spir_kernel void @changes({{.*}}%s) {
define spir_kernel void @changes(ptr addrspace(1) %p, ptr byval(%sizes) %s) {
  %is = load i32, ptr %s
  %mode = icmp eq i32 %is, 3
  store i32 4, ptr %s
  br i1 %mode, label %work, label %done
work:
  store i32 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; CHECK: define spir_kernel void @passes_on({{.*}}%s) {
define spir_kernel void @passes_on(ptr addrspace(1) %p, ptr byval(%sizes) %s) {
  call void @f(ptr %s)
  %is = load i32, ptr %s
  %mode = icmp eq i32 %is, 3
  br i1 %mode, label %work, label %done
work:
  store i32 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; CHECK: attributes #[[MEMBERS]] = { "lanewise-governing-arguments"="1:0:4,1:8:8" }

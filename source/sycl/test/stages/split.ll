; Each kernel's image has what it uses, directly, through functions, and through constants of constants; and nothing else. With minsize, functions stay
; beside their callers.
; RUN: rm -rf %t && clang-sycl-linker --split=per_kernel --save-stages=%t %s -o %t.image
; RUN: spirv-ll %t/image-1.spv | FileCheck %s --check-prefix=FIRST --implicit-check-not=second --implicit-check-not='{{define.*@plain}}'
; RUN: spirv-ll %t/image-2.spv | FileCheck %s --check-prefix=SECOND --implicit-check-not=first --implicit-check-not='{{define.*@plain}}'
; RUN: spirv-ll %t/image-3.spv | FileCheck %s --check-prefix=PLAIN --implicit-check-not=first --implicit-check-not=second --implicit-check-not=both
target triple = "spirv64-unknown-unknown"

@both_numbers = internal addrspace(2) constant [2 x i32] [i32 3, i32 6]
@first_numbers = internal addrspace(2) constant [3 x i32] [i32 4, i32 7, i32 9]
@second_numbers = internal addrspace(2) constant [3 x i32] [i32 5, i32 8, i32 2]

; FIRST-DAG: @first_numbers = {{.*}}constant [3 x i32] [i32 4, i32 7, i32 9]
; FIRST-DAG: define spir_kernel void @first(
; FIRST-DAG: @both_numbers =
; FIRST-DAG: define {{.*}}@both(
; SECOND-DAG: @second_numbers = {{.*}}constant [3 x i32] [i32 5, i32 8, i32 2]
; SECOND-DAG: @both_numbers =
; SECOND-DAG: define spir_kernel void @second(
; SECOND-DAG: define {{.*}}@both(
; PLAIN: define spir_kernel void @plain(

define spir_func i32 @both(ptr addrspace(2) %p, i64 %i) minsize optsize {
  %at = getelementptr i32, ptr addrspace(2) %p, i64 %i
  %m = load i32, ptr addrspace(2) %at
  %other = getelementptr i32, ptr addrspace(2) @both_numbers, i64 %i
  %o = load i32, ptr addrspace(2) %other
  %n = add i32 %m, %o
  br label %loop
loop:
  %sum = phi i32 [ %n, %0 ], [ %next, %loop ]
  %next = mul i32 %sum, %n
  %end = icmp sgt i32 %next, 100000
  br i1 %end, label %exit, label %loop
exit:
  ret i32 %next
}

define spir_func i32 @first_inner(i64 %i) minsize optsize {
  %a = call spir_func i32 @both(ptr addrspace(2) getelementptr (i8, ptr addrspace(2) @first_numbers, i64 4), i64 %i)
  %b = call spir_func i32 @both(ptr addrspace(2) @first_numbers, i64 %i)
  %c = xor i32 %a, %b
  ret i32 %c
}

define spir_kernel void @first(ptr addrspace(1) %to, i64 %i) minsize optsize {
  %a = call spir_func i32 @first_inner(i64 %i)
  store i32 %a, ptr addrspace(1) %to
  ret void
}

define spir_kernel void @second(ptr addrspace(1) %to, i64 %i) minsize optsize {
  %a = call spir_func i32 @both(ptr addrspace(2) @second_numbers, i64 %i)
  store i32 %a, ptr addrspace(1) %to
  ret void
}

define spir_kernel void @plain(ptr addrspace(1) %to) minsize optsize {
  store i32 1, ptr addrspace(1) %to
  ret void
}

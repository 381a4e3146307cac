; Variables are filled where their life begins: words and vectors by a store, others and those with
; padding by a memset; opaque handles stay. Undefined values become zeros, poison does not.
; RUN: muxc --passes=zero-private-memory %s | FileCheck %s

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @use(ptr)

%mixed = type { i8, i32 }

; CHECK-LABEL: define spir_kernel void @variables(
; CHECK-NEXT: %word = alloca i32
; CHECK-NEXT: %vector = alloca <4 x float>
; CHECK-NEXT: %three = alloca <3 x i32>
; CHECK-NEXT: %array = alloca [5 x i16]
; CHECK-NEXT: %structure = alloca %mixed
; CHECK-NEXT: %event = alloca target("spirv.Event")
; CHECK-DAG: store i32 0, ptr %word, align 4
; CHECK-DAG: store <4 x float> zeroinitializer, ptr %vector, align 16
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 16 %three, i8 0, i64 16, i1 false)
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 2 %array, i8 0, i64 10, i1 false)
; CHECK-DAG: call void @llvm.memset.p0.i64(ptr align 4 %structure, i8 0, i64 8, i1 false)
; CHECK-NOT: ptr %event
; CHECK: call void @use(ptr %word)
define spir_kernel void @variables() {
  %word = alloca i32, align 4
  %vector = alloca <4 x float>, align 16
  %three = alloca <3 x i32>, align 16
  %array = alloca [5 x i16], align 2
  %structure = alloca %mixed, align 4
  %event = alloca target("spirv.Event"), align 8
  call void @use(ptr %word)
  call void @use(ptr %vector)
  call void @use(ptr %three)
  call void @use(ptr %array)
  call void @use(ptr %structure)
  ret void
}

; CHECK-LABEL: define spir_func void @in_a_loop(
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: br label
; CHECK: call void @llvm.lifetime.start.p0(ptr %x)
; CHECK-NEXT: store i32 0, ptr %x
; CHECK-NEXT: call void @use(ptr %x)
define spir_func void @in_a_loop(i1 %again) {
  %x = alloca i32, align 4
  br label %loop

loop:
  call void @llvm.lifetime.start.p0(ptr %x)
  call void @use(ptr %x)
  call void @llvm.lifetime.end.p0(ptr %x)
  br i1 %again, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define spir_func <2 x i32> @values(
; CHECK: insertelement <2 x i32> zeroinitializer, i32 %a, i32 0
; CHECK: insertelement <2 x i32> poison, i32 0, i32 0
define spir_func <2 x i32> @values(i32 %a) {
  %one = insertelement <2 x i32> undef, i32 %a, i32 0
  %two = insertelement <2 x i32> poison, i32 undef, i32 0
  %sum = add <2 x i32> %one, %two
  ret <2 x i32> %sum
}

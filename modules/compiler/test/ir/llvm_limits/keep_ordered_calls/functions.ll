; A function that acquires or releases gets a fence for the compiler, so that LLVM does not think it to
; concern its arguments alone; stores before the call are done before it.
; RUN: muxc --passes=keep-ordered-calls %s | FileCheck %s
; RUN: muxc --passes=keep-ordered-calls %s | opt -O3 -S | FileCheck --check-prefix=LATER %s

; CHECK-LABEL: define void @release(
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: store atomic
define void @release(ptr %flag) noinline {
  store atomic i32 1, ptr %flag release, align 4
  ret void
}

; CHECK-LABEL: define i32 @relaxed(
; CHECK-NOT: fence
; CHECK: ret i32
define i32 @relaxed(ptr %flag) noinline {
  %old = atomicrmw add ptr %flag, i32 1 monotonic, align 4
  ret i32 %old
}

@data = external global i32
@flag = external global i32

; CHECK-LABEL: define void @caller(
; CHECK-NOT: fence
; CHECK: ret void
; LATER-LABEL: define void @caller(
; LATER: store i32 1, ptr @data
; LATER: call void @release(ptr
; LATER: store i32 2, ptr @data
define void @caller() {
  store i32 1, ptr @data, align 4
  call void @release(ptr @flag)
  store i32 2, ptr @data, align 4
  ret void
}

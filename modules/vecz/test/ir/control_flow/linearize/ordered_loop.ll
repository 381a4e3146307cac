; A loop that a lane leaves by what an atomic operation gave it: each round does one operation for the lanes
; that are still in it, then their accesses, in the order of the source; the code behind the loop
; comes last.
; RUN: veczc --step=vectorize --width=2 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define internal spir_func void @k.vecz.2(
; CHECK: atomicrmw add ptr addrspace(1) %next, i32 2 acquire, align 4
; CHECK: work:
; CHECK: %live = phi <2 x i1>
; CHECK-NOT: atomic
; CHECK: call void @llvm.masked.scatter.v2i32{{.*}} %live)
; CHECK: [[FIRST:%.*]] = extractelement <2 x i1> %live, i64 0
; CHECK-NEXT: br i1 [[FIRST]]
; CHECK: store atomic i32 1, ptr addrspace(1) {{.*}} release, align 4
; CHECK: [[SECOND:%.*]] = extractelement <2 x i1> %live, i64 1
; CHECK-NEXT: br i1 [[SECOND]]
; CHECK: store atomic i32 1, ptr addrspace(1) {{.*}} release, align 4
; CHECK: [[LEFT:%.*]] = call i2 @llvm.ctpop.i2(
; CHECK: [[COUNT:%.*]] = zext i2 [[LEFT]] to i32
; CHECK: br i1
; CHECK: atomicrmw add ptr addrspace(1) %next, i32 [[COUNT]] acquire, align 4
; CHECK-NOT: atomic
; CHECK: end:
; CHECK: store <2 x i32>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %data, ptr addrspace(1) %done, ptr addrspace(1) %next, ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  br label %loop
loop:
  %mine = atomicrmw add ptr addrspace(1) %next, i32 1 acquire, align 4
  %on = icmp ult i32 %mine, %n
  br i1 %on, label %work, label %end
work:
  %at = zext i32 %mine to i64
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %at
  store i32 %mine, ptr addrspace(1) %p, align 4
  %flag = getelementptr i32, ptr addrspace(1) %done, i64 %at
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  br label %loop
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %mine, ptr addrspace(1) %o, align 4
  ret void
}

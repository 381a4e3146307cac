; Large variables that ask for more alignment than scratch memory has begin at the next such address, for which there is room;
; they come one behind the other, and marks of where they live go.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK: define spir_kernel void @k({{.*}}) [[ATTRIBUTES:#[0-9]+]]
; CHECK-NOT: alloca
; CHECK-NOT: lifetime
; CHECK: [[SCRATCH:%.*]] = call ptr @__mux_get_private_scratch()
; CHECK-NEXT: [[LAST:%.*]] = getelementptr inbounds i8, ptr [[SCRATCH]], i64 896
; CHECK-NEXT: [[ALIGNED:%.*]] = call ptr @llvm.ptrmask.p0.i64(ptr [[LAST]], i64 -1024)
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr inbounds i8, ptr [[ALIGNED]], i64 20480
; CHECK: store volatile i8 1, ptr [[ALIGNED]]
; CHECK: store volatile i8 2, ptr [[SECOND]]
; The second begins at a multiple of 1024; 40000 bytes of it, and 896 to come to the first.
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-fixed"="61376"
define spir_kernel void @k(i64 %i) {
  %first = alloca [20000 x i8], align 16
  %second = alloca [40000 x i8], align 1024
  call void @llvm.lifetime.start.p0(ptr %first)
  store volatile i8 1, ptr %first
  call void @llvm.lifetime.end.p0(ptr %first)
  store volatile i8 2, ptr %second
  ret void
}

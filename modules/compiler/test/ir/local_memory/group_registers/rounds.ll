; Local memory that is written and read again shifted, round by round, becomes registers: the loop over
; rounds is unrolled, a masked load is a shuffle of two registers, or of one.
; RUN: muxc --passes=select-group-registers,simplify-group-kernels,unroll-item-loops,simplify-group-kernels,unroll-group-loops,simplify-group-kernels,group-registers %s | FileCheck %s

declare ptr addrspace(3) @__mux_get_local_block()
declare <16 x i32> @llvm.masked.load.v16i32.p3(ptr addrspace(3), <16 x i1>, <16 x i32>)
declare void @llvm.masked.store.v16i32.p3(<16 x i32>, ptr addrspace(3), <16 x i1>)

; CHECK-LABEL: define spir_kernel void @rounds(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK-NOT: phi
; CHECK: [[IN:%.*]] = load <16 x i32>, ptr addrspace(1) %data
; CHECK: shufflevector <16 x i32> {{%.*}}, <16 x i32> poison, <16 x i32> <i32 poison, i32 0, i32 1, i32 2,
; CHECK: [[ONE:%.*]] = add <16 x i32> [[IN]]
; CHECK: shufflevector <16 x i32> {{%.*}}, <16 x i32> poison, <16 x i32> <i32 poison, i32 poison, i32 0, i32 1,
; CHECK: [[TWO:%.*]] = add <16 x i32> [[ONE]]
; CHECK: store <16 x i32> [[TWO]], ptr addrspace(1) %data
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @rounds(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
entry:
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <16 x i32>, ptr addrspace(1) %data, align 4
  store <16 x i32> %in, ptr addrspace(3) %local, align 4
  br label %round

round:
  %step = phi i32 [ 1, %entry ], [ %next, %round ]
  %insert = insertelement <16 x i32> poison, i32 %step, i64 0
  %splat = shufflevector <16 x i32> %insert, <16 x i32> poison, <16 x i32> zeroinitializer
  %mask = icmp uge <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9,
                               i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>, %splat
  %wide = zext i32 %step to i64
  %back = sub i64 0, %wide
  %from = getelementptr i32, ptr addrspace(3) %local, i64 %back
  %before = call <16 x i32> @llvm.masked.load.v16i32.p3(ptr addrspace(3) align 4 %from, <16 x i1> %mask, <16 x i32> zeroinitializer)
  %old = load <16 x i32>, ptr addrspace(3) %local, align 4
  %sum = add <16 x i32> %old, %before
  call void @llvm.masked.store.v16i32.p3(<16 x i32> %sum, ptr addrspace(3) align 4 %local, <16 x i1> splat (i1 true))
  %next = shl i32 %step, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %round, label %end

end:
  %out = load <16 x i32>, ptr addrspace(3) %local, align 4
  store <16 x i32> %out, ptr addrspace(1) %data, align 4
  ret void
}

; A part of a register is written: the rest of it stays; what is read lies in two.
; CHECK-LABEL: define spir_kernel void @parts(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: [[IN:%.*]] = load <8 x float>
; CHECK: store <16 x float>
define spir_kernel void @parts(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <8 x float>, ptr addrspace(1) %data, align 4
  %to = getelementptr i8, ptr addrspace(3) %local, i64 48
  store <8 x float> %in, ptr addrspace(3) %to, align 4
  %at = getelementptr i8, ptr addrspace(3) %local, i64 32
  %out = load <16 x float>, ptr addrspace(3) %at, align 4
  store <16 x float> %out, ptr addrspace(1) %data, align 4
  ret void
}

; A store may write an element that was loaded elsewhere.
; CHECK-LABEL: define spir_kernel void @moved(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: [[IN:%.*]] = load <32 x i32>, ptr addrspace(1) %data
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK: store <32 x i32> {{%.*}}, ptr addrspace(1) %data
define spir_kernel void @moved(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <32 x i32>, ptr addrspace(1) %data, align 4
  store <32 x i32> %in, ptr addrspace(3) %local, align 4
  %low = load <16 x i32>, ptr addrspace(3) %local, align 4
  %at = getelementptr i32, ptr addrspace(3) %local, i64 16
  %high = load <16 x i32>, ptr addrspace(3) %at, align 4
  store <16 x i32> %high, ptr addrspace(3) %local, align 4
  store <16 x i32> %low, ptr addrspace(3) %at, align 4
  %out = load <32 x i32>, ptr addrspace(3) %local, align 4
  store <32 x i32> %out, ptr addrspace(1) %data, align 4
  ret void
}

; An index that is known only when the kernel runs, or an address that goes elsewhere: memory.
; CHECK-LABEL: define spir_kernel void @unknown_place(
; CHECK: store float {{.*}}, ptr addrspace(3)
; CHECK-LABEL: define spir_kernel void @escapes(
; CHECK: store float {{.*}}, ptr addrspace(3)
define spir_kernel void @unknown_place(ptr addrspace(1) %data, i64 %n) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load float, ptr addrspace(1) %data, align 4
  %to = getelementptr float, ptr addrspace(3) %local, i64 %n
  store float %in, ptr addrspace(3) %to, align 4
  %out = load float, ptr addrspace(3) %local, align 4
  store float %out, ptr addrspace(1) %data, align 4
  ret void
}

define spir_kernel void @escapes(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load float, ptr addrspace(1) %data, align 4
  store float %in, ptr addrspace(3) %local, align 4
  %number = ptrtoint ptr addrspace(3) %local to i64
  store i64 %number, ptr addrspace(1) %data, align 4
  ret void
}

attributes #0 = { "lanewise-local-bytes"="128" }
!0 = !{i32 16, i32 1, i32 1}

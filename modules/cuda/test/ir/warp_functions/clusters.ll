; In an inclusive scan a thread counts, too; in a reduction of clusters those that differ in the low bits of their number alone.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i32 @_Z28sub_group_scan_inclusive_addi(i32)
declare spir_func i32 @_Z30sub_group_clustered_reduce_maxij(i32, i32)

; CHECK-LABEL: @scan(
; CHECK: [[LANE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-COUNT-4: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: [[BELOW:%.*]] = sub i32 [[LANE]], 16
; CHECK: [[OTHER:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]], i32 [[PART:%.*]], i32 [[BELOW]], i32 31)
; CHECK: [[IS_THERE:%.*]] = icmp uge i32 [[LANE]], 16
; CHECK: [[BOTH:%.*]] = add i32 [[OTHER]], [[PART]]
; CHECK: [[WHOLE:%.*]] = select i1 [[IS_THERE]], i32 [[BOTH]], i32 [[PART]]
; CHECK-NOT: shfl
; CHECK: threads:
; CHECK: [[SUM:%.*]] = phi i32 [ 0, {{.*}} ], [ [[NEXT:%.*]], %threads ]
; CHECK: [[FROM:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[WITH:%.*]] = add i32 [[SUM]],
; CHECK: [[COUNTS:%.*]] = icmp ule i32 [[FROM]], [[LANE]]
; CHECK: [[NEXT]] = select i1 [[COUNTS]], i32 [[WITH]], i32 [[SUM]]
; CHECK: [[RESULT:%.*]] = phi i32 [ [[WHOLE]], {{.*}} ], [ [[NEXT]], {{.*}} ]
; CHECK: store i32 [[RESULT]]
define spir_kernel void @scan(ptr addrspace(1) %p, i32 %x) {
  %v = call spir_func i32 @_Z28sub_group_scan_inclusive_addi(i32 %x)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; Of 8: the steps of 1, 2 and 4 count, those of 8 and 16 do not.
; CHECK-LABEL: @clusters(
; CHECK: [[LANE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK-COUNT-3: select i1 true, i32
; CHECK: xor i32 [[LANE]], 8
; CHECK: select i1 false, i32
; CHECK: xor i32 [[LANE]], 16
; CHECK: [[WHOLE:%.*]] = select i1 false, i32
; CHECK: threads:
; CHECK: [[SUM:%.*]] = phi i32 [ -2147483648, {{.*}} ], [ [[NEXT:%.*]], %threads ]
; CHECK: [[FROM:%.*]] = call i32 @llvm.cttz.i32(
; CHECK: [[WITH:%.*]] = call i32 @llvm.smax.i32(i32 [[SUM]],
; CHECK: [[APART:%.*]] = xor i32 [[FROM]], [[LANE]]
; CHECK: [[COUNTS:%.*]] = icmp ult i32 [[APART]], 8
; CHECK: [[NEXT]] = select i1 [[COUNTS]], i32 [[WITH]], i32 [[SUM]]
; CHECK: phi i32 [ [[WHOLE]], {{.*}} ], [ [[NEXT]], {{.*}} ]
define spir_kernel void @clusters(ptr addrspace(1) %p, i32 %x) {
  %v = call spir_func i32 @_Z30sub_group_clustered_reduce_maxij(i32 %x, i32 8)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

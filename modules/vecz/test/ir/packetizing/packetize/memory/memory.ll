; Accesses by how lanes lie in memory: side by side, backwards, structures, scattered, all at one
; address; masked ones for the lanes of the mask only.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)
declare void @vecz.mask(i1)

define void @forms(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @forms(
; CHECK: %a = load <4 x i32>, ptr addrspace(1) %pa, align 4
; CHECK: [[LAST:%.*]] = getelementptr i8, ptr addrspace(1) %pb, i64 -12
; CHECK: load <4 x i32>, ptr addrspace(1) [[LAST]], align 4
; CHECK: shufflevector {{.*}} <i32 3, i32 2, i32 1, i32 0>
; CHECK: [[PAIRS:%.*]] = load <8 x i32>, ptr addrspace(1) %pc, align 4
; CHECK: shufflevector <8 x i32> [[PAIRS]], <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK: shufflevector <8 x i32> [[PAIRS]], <8 x i32> poison, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK: [[ONE:%.*]] = load i32, ptr addrspace(1) %q
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1(<4 x ptr addrspace(1)> {{.*}}, <4 x i1> splat (i1 true)
; CHECK: store <4 x i32> {{.*}}, ptr addrspace(1) %pa, align 4
  %id = call i64 @__mux_get_global_id(i32 0)
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %pa
  %back = sub i64 100, %id
  %pb = getelementptr i32, ptr addrspace(1) %p, i64 %back
  %b = load i32, ptr addrspace(1) %pb
  %pc = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %id
  %c = load <2 x i32>, ptr addrspace(1) %pc, align 4
  %c0 = extractelement <2 x i32> %c, i32 0
  %c1 = extractelement <2 x i32> %c, i32 1
  %u = load i32, ptr addrspace(1) %q
  %pd = getelementptr i32, ptr addrspace(1) %p, i32 %a
  %d = load i32, ptr addrspace(1) %pd
  %s = add i32 %b, %c0
  %t = add i32 %c1, %u
  %v = add i32 %s, %t
  %w = add i32 %v, %d
  store i32 %w, ptr addrspace(1) %pa
  ret void
}

define void @masked(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @masked(
; CHECK: call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %pa, <4 x i1> %c
; CHECK: [[DIVISOR:%.*]] = select <4 x i1> %c, <4 x i32> %a, <4 x i32> splat (i32 1)
; CHECK: [[REAL:%.*]] = uitofp <4 x i32> [[DIVISOR]] to <4 x double>
; CHECK: [[RATIO:%.*]] = fdiv <4 x double> splat (double 1.000000e+02), [[REAL]]
; CHECK: fptoui <4 x double> [[RATIO]] to <4 x i32>
; CHECK: [[LANE:%.*]] = extractelement <4 x i1> %c, i64 0
; CHECK: br i1 [[LANE]]
; CHECK: atomicrmw xchg ptr addrspace(1) %p
; CHECK: [[LANE3:%.*]] = extractelement <4 x i1> %c, i64 3
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> {{.*}}, ptr addrspace(1) align 4 %pa, <4 x i1> %c)
; CHECK-NOT: vecz.mask(
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, %n
  call void @vecz.mask(i1 %c)
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %pa
  %d = udiv i32 100, %a
  %old = atomicrmw xchg ptr addrspace(1) %p, i32 %d monotonic
  %s = add i32 %old, %d
  store i32 %s, ptr addrspace(1) %pa
  ret void
}

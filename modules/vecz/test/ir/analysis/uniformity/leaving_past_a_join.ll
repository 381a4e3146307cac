; Lanes diverge at the header: some leave the loop, or meet the others at %part0. The block that all of them pass before the
; end is on one of the ways, so that the loop is left at different times.
; RUN: veczc --step=uniformity %s | FileCheck %s

; CHECK: br i1 %g, label %part1, label %part0, !vecz.divergent
; CHECK: %fuel = phi i32 [ 0, %then ], [ 1, %header ], !vecz.varying
define spir_kernel void @k(ptr addrspace(1) %p, i1 %z) {
entry:
  %v = load volatile i64, ptr addrspace(1) %p
  %g = icmp slt i64 %v, 0
  br label %header
header:
  br i1 %g, label %part1, label %part0
part1:
  br i1 %z, label %then, label %end
then:
  br label %part0
part0:
  %fuel = phi i32 [ 0, %then ], [ 1, %header ]
  store i32 %fuel, ptr addrspace(1) %p
  br label %header
end:
  ret void
}

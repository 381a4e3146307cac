; The tests whether lanes are at a border, which choose between plain indices and others, are of 32 bits.
; RUN: veczc --step=vectorize --width=8 %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: define internal spir_func void @k.vecz.8(
; CHECK-NOT: icmp {{.*}} <8 x i64>
; CHECK: icmp slt <8 x i32> {{.*}}, splat (i32 1)
; CHECK-NOT: icmp {{.*}} <8 x i64>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %width) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %is = icmp slt i32 %x, %width
  br i1 %is, label %inside, label %end
inside:
  %before = add nsw i32 %x, -1
  %clamped = call i32 @llvm.smax.i32(i32 %before, i32 0)
  %wide = zext nneg i32 %clamped to i64
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %a = load i8, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %a, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; A phi that no edge gives a value stays as undefined as it was: undefined bits are not poison.
; RUN: veczc --step=linearize %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

define void @k(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: @k(
; CHECK: store i32 undef, ptr addrspace(1) %p
; CHECK: store i32 poison, ptr addrspace(1) %q
entry:
  %id = call i64 @__mux_get_local_id(i32 0)
  %c = icmp ult i64 %id, %n
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br i1 %c, label %then, label %end
then:
  store i32 0, ptr addrspace(1) %p
  br label %end
end:
  %undefined = phi i32 [ undef, %entry ], [ poison, %then ]
  %poison = phi i32 [ poison, %entry ], [ poison, %then ]
  store i32 %undefined, ptr addrspace(1) %p
  store i32 %poison, ptr addrspace(1) %q
  ret void
}

; Where both ways have something to do, the one with more of it gets a copy for all lanes; blocks that
; others come to as well are copied with it.
; RUN: veczc --step=full-paths %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define void @k(ptr addrspace(1) %p, i32 %n, i1 %u) #0 {
; CHECK-LABEL: @k(
; CHECK: entry:
; CHECK: br i1 {{%.*}}, label %test.all, label %entry.some
; CHECK: entry.some:
; CHECK: br i1 %first, label %border, label %test
; CHECK: test.all:
; CHECK: br i1 %u, label %border.all, label %inner.all
; CHECK: inner.all:
; CHECK: br label %end
; CHECK: border.all:
; CHECK-NEXT: %v.all = phi i32 [ 2, %test.all ]
; CHECK-NEXT: store i32 %v.all
; CHECK-NEXT: br label %end
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %x = trunc i64 %id to i32
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %first = icmp eq i32 %x, 0
  br i1 %first, label %border, label %test
test:
  br i1 %u, label %border, label %inner
border:
  %v = phi i32 [ 1, %entry ], [ 2, %test ]
  store i32 %v, ptr addrspace(1) %q
  br label %end
inner:
  %a = load i32, ptr addrspace(1) %q
  %b = mul i32 %a, %a
  %c = add i32 %b, %x
  store i32 %c, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

attributes #0 = { "vecz-slow-masked-stores" "vecz-masked-bits"="32" }

; Accesses through generic pointers become ones of the space that they are known to be in; a variable
; that was only reached by such a pointer comes to a register.
; RUN: muxc --passes=simplify %s | FileCheck %s

target triple = "spir64-unknown-unknown"

define spir_kernel void @copy(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 %n) {
; CHECK-LABEL: @copy(
; CHECK-NOT: alloca
; CHECK-NOT: addrspace(4)
; CHECK: load i32, ptr addrspace(1)
; CHECK: store i32 {{.*}}, ptr addrspace(3)
entry:
  %own = alloca i32
  %own.generic = addrspacecast ptr %own to ptr addrspace(4)
  store i32 %n, ptr addrspace(4) %own.generic
  %end = load i32, ptr %own
  %a = addrspacecast ptr addrspace(1) %from to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %to to ptr addrspace(4)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(4) [ %a, %entry ], [ %p.next, %loop ]
  %x = load i32, ptr addrspace(4) %p
  %q = getelementptr i32, ptr addrspace(4) %b, i32 %i
  store i32 %x, ptr addrspace(4) %q
  %p.next = getelementptr i32, ptr addrspace(4) %p, i64 1
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

define spir_kernel void @either(ptr addrspace(1) %g, ptr addrspace(3) %l, i1 %c) {
; CHECK-LABEL: @either(
; CHECK: store i32 1, ptr addrspace(4)
  %a = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %p = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  store i32 1, ptr addrspace(4) %p
  ret void
}

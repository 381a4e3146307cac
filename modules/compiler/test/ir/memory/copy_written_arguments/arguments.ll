; A structure that is passed by value and written to is copied for each work-item; one that is only read
; is not, nor is a helper's, whose caller has made the copy.
; RUN: muxc --passes=copy-written-arguments %s | FileCheck %s

declare i64 @__mux_get_global_id(i32) memory(none)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

%pair = type <{ i64, i32, i16, i8 }>

; CHECK-LABEL: define spir_kernel void @written(
; CHECK-NEXT: %s.own = alloca %pair, align 8
; CHECK: load i64, ptr %{{.*}}, align 8
; CHECK: store i64 {{.*}}, align 8
; CHECK: load i32, ptr %{{.*}}, align 8
; CHECK: load i16, ptr %{{.*}}, align 4
; CHECK: load i8, ptr %{{.*}}, align 2
; CHECK: %f = getelementptr i32, ptr %s.own, i64 %n
; CHECK-NEXT: store volatile i32 7, ptr %f
; CHECK: ret void
define spir_kernel void @written(ptr addrspace(1) %out, ptr byval(%pair) align 8 %s, i64 %n) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %f = getelementptr i32, ptr %s, i64 %n
  store volatile i32 7, ptr %f
  %v = load volatile i32, ptr %f
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @read(
; CHECK-NOT: alloca
; CHECK: load volatile i32, ptr %f
define spir_kernel void @read(ptr addrspace(1) %out, ptr byval(%pair) align 8 %s) {
  %f = getelementptr %pair, ptr %s, i64 0, i32 1
  %v = load volatile i32, ptr %f
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Addresses that a loop counts up, and one that is chosen.
; CHECK-LABEL: define spir_kernel void @walked(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @walked(ptr addrspace(1) %out, ptr byval(%pair) %s, i1 %which) {
entry:
  %high = getelementptr i8, ptr %s, i64 4
  %first = select i1 %which, ptr %s, ptr %high
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %next, %loop ]
  %v = load i8, ptr %p
  store i8 %v, ptr addrspace(1) %out
  %next = getelementptr i8, ptr %p, i64 1
  %more = icmp ne i8 %v, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @walked_and_written(
; CHECK: %s.own = alloca %pair
; CHECK: phi ptr [ %s.own, %entry ]
define spir_kernel void @walked_and_written(ptr byval(%pair) %s) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %next, %loop ]
  %v = load i8, ptr %p
  store i8 0, ptr %p
  %next = getelementptr i8, ptr %p, i64 1
  %more = icmp ne i8 %v, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The uses of the address are not known: it counts as written.
; CHECK-LABEL: define spir_kernel void @escapes(
; CHECK: %s.own = alloca %pair
; CHECK: %q = addrspacecast ptr %s.own to ptr addrspace(4)
define spir_kernel void @escapes(ptr addrspace(1) %out, ptr byval(%pair) %s) {
  %q = addrspacecast ptr %s to ptr addrspace(4)
  store ptr addrspace(4) %q, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_func void @helper(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_func void @helper(ptr byval(%pair) %s) {
  store volatile i32 7, ptr %s
  ret void
}

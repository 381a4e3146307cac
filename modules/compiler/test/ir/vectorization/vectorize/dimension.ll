; Where the size of groups is known, lanes are neighbours in the dimension in which they touch neighbouring
; memory, or in which there are enough of them: the kernel's ids are exchanged with those in x, and loops know it.
; RUN: muxc --passes=vectorize %s | FileCheck %s
; RUN: muxc --passes=vectorize,work-item-loops %s | FileCheck %s --check-prefix=LOOPS

declare spir_func i64 @__mux_get_global_id(i32)

; p[z][x][y] runs over y; z stays.
; CHECK: define spir_kernel void @y_side_by_side({{.*}} #[[Y:[0-9]+]] {{.*}}!vecz.vectorized
; CHECK: %x = call spir_func i64 @__mux_get_global_id(i32 1)
; CHECK: %y = call spir_func i64 @__mux_get_global_id(i32 0)
; CHECK: %z = call spir_func i64 @__mux_get_global_id(i32 2)
; LOOPS: define spir_kernel void @y_side_by_side(
; LOOPS-NOT: lanewise-lane-dimension
; LOOPS: [[GROUP:%.*]] = call i64 @__mux_get_group_id(i32 1)
; LOOPS-NEXT: mul i64 [[GROUP]], 16
define spir_kernel void @y_side_by_side(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %z = call spir_func i64 @__mux_get_global_id(i32 2)
  %r = mul i64 %x, 1000
  %s = mul i64 %z, 100000
  %t = add i64 %r, %s
  %i = add i64 %t, %y
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %q
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %q
  ret void
}

; An unsigned index, which might wrap, is as good.
; CHECK: define spir_kernel void @unsigned_index({{.*}} #[[Y]] {{.*}}!vecz.vectorized
define spir_kernel void @unsigned_index(ptr addrspace(1) %p, i32 %n) !reqd_work_group_size !0 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %a = trunc i64 %x to i32
  %b = trunc i64 %y to i32
  %r = mul i32 %a, %n
  %i = add i32 %r, %b
  %w = zext i32 %i to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %w
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; Both do, but there is only one work-item in x.
; CHECK: define spir_kernel void @z_only({{.*}} #[[Z:[0-9]+]] {{.*}}!vecz.vectorized
; CHECK: %z = call spir_func i64 @__mux_get_global_id(i32 0)
define spir_kernel void @z_only(ptr addrspace(1) %p) !reqd_work_group_size !1 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %z = call spir_func i64 @__mux_get_global_id(i32 2)
  %i = add i64 %x, %z
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; x stays where it is as good, and where the size is not known.
; CHECK: define spir_kernel void @x_side_by_side(
; CHECK: %x = call spir_func i64 @__mux_get_global_id(i32 0)
define spir_kernel void @x_side_by_side(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %r = mul i64 %y, 1000
  %i = add i64 %r, %x
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; CHECK: define spir_kernel void @unknown_size(
; CHECK: %y = call spir_func i64 @__mux_get_global_id(i32 1)
define spir_kernel void @unknown_size(ptr addrspace(1) %p) {
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %r = mul i64 %x, 1000
  %i = add i64 %r, %y
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; A kernel that is not vectorised in the end is unchanged.
; CHECK: define spir_kernel void @scalar(ptr addrspace(1) %p) !reqd_work_group_size
; CHECK: %y = call spir_func i64 @__mux_get_global_id(i32 1)
define spir_kernel void @scalar(ptr addrspace(1) %p) !reqd_work_group_size !2 {
  %own = alloca [30000 x i32]
  %y = call spir_func i64 @__mux_get_global_id(i32 1)
  %o = getelementptr i32, ptr %own, i64 %y
  store volatile i32 0, ptr %o
  %q = getelementptr float, ptr addrspace(1) %p, i64 %y
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; CHECK-DAG: attributes #[[Y]] = { "lanewise-lane-dimension"="1" }
; CHECK-DAG: attributes #[[Z]] = { "lanewise-lane-dimension"="2" }
!0 = !{i32 16, i32 16, i32 1}
!1 = !{i32 1, i32 1, i32 64}
!2 = !{i32 1, i32 64, i32 1}

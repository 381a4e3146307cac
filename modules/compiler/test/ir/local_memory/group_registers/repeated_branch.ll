; Every step over the work-items asks whether the group's loop goes on. Once the steps are unrolled that is
; asked once, so the length of the loop is seen, and with it each place.
; RUN: muxc --passes=select-group-registers,simplify-group-kernels,unroll-item-loops,simplify-group-kernels,unroll-group-loops,simplify-group-kernels,group-registers %s | FileCheck %s

declare ptr addrspace(3) @__mux_get_local_block()

; CHECK-LABEL: define spir_kernel void @shifted(
; CHECK-NOT: {{load|store}}{{.*}}ptr addrspace(3)
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @shifted(ptr addrspace(1) %data) #0 !reqd_work_group_size !0 {
entry:
  %local = call ptr addrspace(3) @__mux_get_local_block()
  %in = load <32 x i32>, ptr addrspace(1) %data, align 4
  store <32 x i32> %in, ptr addrspace(3) %local, align 4
  br label %round

round:
  %step = phi i32 [ 1, %entry ], [ %after, %latch ]
  br label %item

item:
  %x = phi i64 [ 0, %round ], [ %next.x, %item.end ]
  %goes.on = icmp ult i32 %step, 16
  br i1 %goes.on, label %work, label %item.end

work:
  %at = getelementptr i32, ptr addrspace(3) %local, i64 %x
  %wide = zext i32 %step to i64
  %from = getelementptr i32, ptr addrspace(3) %at, i64 %wide
  %old = load <16 x i32>, ptr addrspace(3) %at, align 4
  %behind = load <16 x i32>, ptr addrspace(3) %from, align 4
  %new = add <16 x i32> %old, %behind
  store <16 x i32> %new, ptr addrspace(3) %at, align 4
  %twice = shl i32 %step, 1
  br label %item.end

item.end:
  %after = phi i32 [ %twice, %work ], [ %step, %item ]
  %next.x = add nuw nsw i64 %x, 16
  %more = icmp ult i64 %next.x, 32
  br i1 %more, label %item, label %latch

latch:
  br i1 %goes.on, label %round, label %end

end:
  %out = load <32 x i32>, ptr addrspace(3) %local, align 4
  store <32 x i32> %out, ptr addrspace(1) %data, align 4
  ret void
}

attributes #0 = { "lanewise-local-bytes"="128" }
!0 = !{i32 32, i32 1, i32 1}

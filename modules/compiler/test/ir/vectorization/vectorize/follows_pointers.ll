; A loop in which each lane reads where it has read before to go waits for memory: several vectors of lanes wait at the same
; time, even if registers do not suffice. Gathers at addresses that are known before do not.
; RUN: muxc --passes=vectorize %s | FileCheck %s

; CHECK-DAG: define {{.*}}@list.vecz.32(
; CHECK-DAG: define {{.*}}@sums.vecz.8(

declare i64 @__mux_get_global_id(i32)

define spir_kernel void @list(ptr addrspace(1) %out, ptr addrspace(1) %next, i32 %steps) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %step = phi i32 [ 0, %entry ], [ %after, %loop ]
  %at = phi i32 [ %first, %entry ], [ %further, %loop ]
  %index = zext i32 %at to i64
  %link = getelementptr i32, ptr addrspace(1) %next, i64 %index
  %further = load i32, ptr addrspace(1) %link
  %after = add i32 %step, 1
  %again = icmp ult i32 %after, %steps
  br i1 %again, label %loop, label %done
done:
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %further, ptr addrspace(1) %place
  ret void
}

define spir_kernel void @sums(ptr addrspace(1) %out, ptr addrspace(1) %values, i32 %steps) {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %first = mul i64 %id, 1001
  br label %loop
loop:
  %step = phi i32 [ 0, %entry ], [ %after, %loop ]
  %at = phi i64 [ %first, %entry ], [ %further, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %pointer = getelementptr i32, ptr addrspace(1) %values, i64 %at
  %value = load i32, ptr addrspace(1) %pointer
  %more = add i32 %sum, %value
  %further = mul i64 %at, 3
  %after = add i32 %step, 1
  %again = icmp ult i32 %after, %steps
  br i1 %again, label %loop, label %done
done:
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %more, ptr addrspace(1) %place
  ret void
}

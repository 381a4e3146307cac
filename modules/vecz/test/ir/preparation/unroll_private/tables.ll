; Loops whose counters choose among constants go, so that these are known: sums of neighbours with weights. Those stay that
; write, that divide, or that are long.
; RUN: veczc --step=unroll-private %s | FileCheck %s

@weights = addrspace(2) constant [3 x i32] [i32 1, i32 2, i32 1]

; CHECK-LABEL: @sum(
; CHECK-COUNT-3: load i8
; CHECK-NOT: br i1
; CHECK: ret i32
define i32 @sum(ptr addrspace(1) %in, i64 %id) {
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %total = phi i32 [ 0, %entry ], [ %more, %around ]
  %at = add i64 %id, %i
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %at
  %v = load i8, ptr addrspace(1) %p
  %wide = zext i8 %v to i32
  %q = getelementptr [3 x i32], ptr addrspace(2) @weights, i64 0, i64 %i
  %w = load i32, ptr addrspace(2) %q
  %product = mul i32 %wide, %w
  %more = add i32 %total, %product
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 3
  br i1 %again, label %around, label %end
end:
  %result = phi i32 [ %more, %around ]
  ret i32 %result
}

; CHECK-LABEL: @writes(
; CHECK: br i1
define void @writes(ptr addrspace(1) %out, i64 %id) {
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %q = getelementptr [3 x i32], ptr addrspace(2) @weights, i64 0, i64 %i
  %w = load i32, ptr addrspace(2) %q
  %at = add i64 %id, %i
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store i32 %w, ptr addrspace(1) %p
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 3
  br i1 %again, label %around, label %end
end:
  ret void
}

; CHECK-LABEL: @divides(
; CHECK: br i1
define i32 @divides(ptr addrspace(1) %in, i64 %id, i64 %n) {
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %total = phi i32 [ 0, %entry ], [ %more, %around ]
  %sum = add i64 %id, %i
  %at = urem i64 %sum, %n
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr [3 x i32], ptr addrspace(2) @weights, i64 0, i64 %i
  %w = load i32, ptr addrspace(2) %q
  %product = mul i32 %v, %w
  %more = add i32 %total, %product
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 3
  br i1 %again, label %around, label %end
end:
  %result = phi i32 [ %more, %around ]
  ret i32 %result
}

@many = addrspace(2) constant [64 x i32] zeroinitializer
; CHECK-LABEL: @long(
; CHECK: br i1
define i32 @long(ptr addrspace(1) %in, i64 %id) {
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %total = phi i32 [ 0, %entry ], [ %more, %around ]
  %at = add i64 %id, %i
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr [64 x i32], ptr addrspace(2) @many, i64 0, i64 %i
  %w = load i32, ptr addrspace(2) %q
  %product = mul i32 %v, %w
  %more = add i32 %total, %product
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 64
  br i1 %again, label %around, label %end
end:
  %result = phi i32 [ %more, %around ]
  ret i32 %result
}

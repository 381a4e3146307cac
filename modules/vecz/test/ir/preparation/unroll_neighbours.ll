; Short loops of constant length that access elements side by side are unrolled. Loops that walk further, that are longer,
; of unknown length, or that access much, stay.
; RUN: veczc --step=unroll-neighbours %s | FileCheck %s

define float @side_by_side(ptr addrspace(1) %in, i64 %id) {
; CHECK-LABEL: @side_by_side(
; CHECK-COUNT-4: load float
; CHECK-NOT: load
; CHECK: ret float
entry:
  %own = shl i64 %id, 2
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %sum = phi float [ 0.0, %entry ], [ %more, %around ]
  %at = add i64 %own, %i
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 4
  br i1 %again, label %around, label %end
end:
  %all = phi float [ %more, %around ]
  ret float %all
}

define float @columns(ptr addrspace(1) %in, i64 %id) {
; CHECK-LABEL: @columns(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: br i1 %again, label %around, label %end
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %sum = phi float [ 0.0, %entry ], [ %more, %around ]
  %row = mul i64 %i, 1000
  %at = add i64 %id, %row
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 4
  br i1 %again, label %around, label %end
end:
  %all = phi float [ %more, %around ]
  ret float %all
}

define float @longer(ptr addrspace(1) %in, i64 %id) {
; CHECK-LABEL: @longer(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: br i1 %again, label %around, label %end
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %sum = phi float [ 0.0, %entry ], [ %more, %around ]
  %at = add i64 %id, %i
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 9
  br i1 %again, label %around, label %end
end:
  %all = phi float [ %more, %around ]
  ret float %all
}

define float @of_any_length(ptr addrspace(1) %in, i64 %id, i64 %n) {
; CHECK-LABEL: @of_any_length(
; CHECK-COUNT-1: load float
; CHECK-NOT: load
; CHECK: br i1 %again, label %around, label %end
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %sum = phi float [ 0.0, %entry ], [ %more, %around ]
  %at = add i64 %id, %i
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %v
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %around, label %end
end:
  %all = phi float [ %more, %around ]
  ret float %all
}

define void @much(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %id) {
; CHECK-LABEL: @much(
; CHECK-COUNT-2: load float
; CHECK-NOT: load
; CHECK: br i1 %again, label %around, label %end
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %at = add i64 %id, %i
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %out, i64 %at
  %w = load float, ptr addrspace(1) %q
  %more = fadd float %w, %v
  store float %more, ptr addrspace(1) %q
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %around, label %end
end:
  ret void
}

; The fields of a structure are one access, so there are two in each of the six iterations.
define float @fields(ptr addrspace(1) %in, ptr addrspace(1) %factors, i64 %id) {
; CHECK-LABEL: @fields(
; CHECK-COUNT-24: load float
; CHECK-NOT: load
; CHECK: ret float
entry:
  br label %around
around:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  %sum = phi float [ 0.0, %entry ], [ %more, %around ]
  %at = add i64 %id, %i
  %p = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %at
  %x = load float, ptr addrspace(1) %p
  %py = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %py
  %pz = getelementptr i8, ptr addrspace(1) %p, i64 8
  %z = load float, ptr addrspace(1) %pz
  %q = getelementptr float, ptr addrspace(1) %factors, i64 %i
  %factor = load float, ptr addrspace(1) %q
  %xy = fadd float %x, %y
  %xyz = fadd float %xy, %z
  %product = fmul float %xyz, %factor
  %more = fadd float %sum, %product
  %next = add nuw i64 %i, 1
  %again = icmp ult i64 %next, 6
  br i1 %again, label %around, label %end
end:
  %all = phi float [ %more, %around ]
  ret float %all
}

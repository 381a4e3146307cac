; Minima and maxima of sums of which 16 bits are asked for: the sum that may not fit saturates, and what all have in
; common is added behind.
; RUN: veczc --step=narrow-extrema %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

; The smaller number is added behind a minimum; it is not known.
; CHECK-LABEL: @least(
; CHECK: [[D:%.*]] = zext i1 %d to i16
; CHECK: [[E:%.*]] = sub i16 1, [[D]]
; CHECK: [[A:%.*]] = call i16 @llvm.uadd.sat.i16(i16 %x, i16 [[E]])
; CHECK: [[M:%.*]] = call i16 @llvm.umin.i16(i16 [[A]], i16 %y)
; CHECK: [[R:%.*]] = add i16 [[M]], [[D]]
; CHECK-NOT: i32 {{%.*}}, 1
; CHECK: ret i16 [[R]]
define i16 @least(ptr addrspace(1) %p, i1 %d) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %xp = getelementptr i16, ptr addrspace(1) %p, i64 %id
  %x = load i16, ptr addrspace(1) %xp
  %yp = getelementptr i8, ptr addrspace(1) %xp, i64 64
  %y = load i16, ptr addrspace(1) %yp
  %x.wide = zext i16 %x to i32
  %a = add i32 %x.wide, 1
  %y.wide = zext i16 %y to i32
  %d.wide = zext i1 %d to i32
  %b = add i32 %d.wide, %y.wide
  %m = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %r = trunc i32 %m to i16
  ret i16 %r
}

; Several at once, of which a constant never saturates.
; CHECK-LABEL: @greatest(
; CHECK: [[S:%.*]] = select i1 %d, i16 2, i16 -1
; CHECK: [[E:%.*]] = sub i16 2, [[S]]
; CHECK: [[A:%.*]] = call i16 @llvm.ssub.sat.i16(i16 %x, i16 [[E]])
; CHECK: [[B:%.*]] = call i16 @llvm.ssub.sat.i16(i16 %y, i16 3)
; CHECK: [[M:%.*]] = call i16 @llvm.smax.i16(i16 [[A]], i16 [[B]])
; CHECK: [[C:%.*]] = call i16 @llvm.ssub.sat.i16(i16 0, i16 2)
; CHECK: [[N:%.*]] = call i16 @llvm.smax.i16(i16 [[M]], i16 [[C]])
; CHECK: [[R:%.*]] = add i16 [[N]], 2
; CHECK: ret i16 [[R]]
define i16 @greatest(ptr addrspace(1) %p, i1 %d) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %xp = getelementptr i16, ptr addrspace(1) %p, i64 %id
  %x = load i16, ptr addrspace(1) %xp
  %yp = getelementptr i8, ptr addrspace(1) %xp, i64 64
  %y = load i16, ptr addrspace(1) %yp
  %x.wide = sext i16 %x to i32
  %score = select i1 %d, i32 2, i32 -1
  %a = add i32 %score, %x.wide
  %y.wide = sext i16 %y to i32
  %b = add i32 %y.wide, -1
  %m = call i32 @llvm.smax.i32(i32 %a, i32 %b)
  %n = call i32 @llvm.smax.i32(i32 %m, i32 0)
  %r = trunc i32 %n to i16
  ret i16 %r
}

; Both sums may be too large, and either number the larger one.
; CHECK-LABEL: @neither(
; CHECK-NOT: sat
; CHECK: ret i16
define i16 @neither(ptr addrspace(1) %p, i8 %d) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %xp = getelementptr i16, ptr addrspace(1) %p, i64 %id
  %x = load i16, ptr addrspace(1) %xp
  %yp = getelementptr i8, ptr addrspace(1) %xp, i64 64
  %y = load i16, ptr addrspace(1) %yp
  %x.wide = zext i16 %x to i32
  %a = add i32 %x.wide, 3
  %y.wide = zext i16 %y to i32
  %d.wide = zext i8 %d to i32
  %b = add i32 %y.wide, %d.wide
  %m = call i32 @llvm.umin.i32(i32 %a, i32 %b)
  %r = trunc i32 %m to i16
  ret i16 %r
}

; Others use the minimum; the numbers differ in having a sign; a difference is compared without one; no lane varies.
; CHECK-LABEL: @not(
; CHECK-NOT: sat
; CHECK: ret i32
define i32 @not(ptr addrspace(1) %p, i16 %u, i16 %v) {
  %id = call i64 @__mux_get_global_id(i32 0)
  %xp = getelementptr i16, ptr addrspace(1) %p, i64 %id
  %x = load i16, ptr addrspace(1) %xp
  %x.wide = zext i16 %x to i32
  %u.wide = zext i16 %u to i32
  %a = add i32 %x.wide, 1
  %m = call i32 @llvm.umin.i32(i32 %a, i32 %u.wide)
  %m.half = trunc i32 %m to i16
  store i16 %m.half, ptr addrspace(1) %xp
  %x.signed = sext i16 %x to i32
  %b = add i32 %x.signed, 1
  %n = call i32 @llvm.smin.i32(i32 %b, i32 %u.wide)
  %n.half = trunc i32 %n to i16
  store i16 %n.half, ptr addrspace(1) %xp
  %c = add i32 %x.wide, -1
  %o = call i32 @llvm.umax.i32(i32 %c, i32 %u.wide)
  %o.half = trunc i32 %o to i16
  store i16 %o.half, ptr addrspace(1) %xp
  %v.wide = zext i16 %v to i32
  %d = add i32 %v.wide, 1
  %q = call i32 @llvm.umin.i32(i32 %d, i32 %u.wide)
  %q.half = trunc i32 %q to i16
  store i16 %q.half, ptr addrspace(1) %xp
  ret i32 %m
}

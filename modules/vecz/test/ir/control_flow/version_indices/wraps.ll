; Indices that wrap or are mirrored: `(x + 1) % n` is x + 1 in a copy, `(x + n - 1) % n` is x - 1, and what a
; choice takes at a border only is left out of it.
; RUN: veczc --step=version-indices %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define void @signed(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @signed(
; CHECK: icmp slt i64 %id, -1
; CHECK: %[[WIDE:.*]] = sext i32 %n to i64
; CHECK: add i64 %[[WIDE]], -2
; CHECK: icmp sgt i64 %id, %
; CHECK: inside:
; CHECK-NEXT: sext i32 %after to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %after = add nsw i32 %x, 1
  %index = srem i32 %after, %n
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; As guard_division leaves it: a divisor of 1 where it is 0, and a dividend that may have wrapped.
; Then the divisor has to be one with which no difference can wrap into its range.
define void @guarded(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %c) {
; CHECK-LABEL: @guarded(
; CHECK: %[[C:.*]] = freeze i32 %c
; CHECK: %[[DIFFERENCE:.*]] = sub i32 %x, %[[C]]
; CHECK: %[[SUM:.*]] = add i32 %[[DIFFERENCE]], %n
; CHECK: %[[LESS:.*]] = sub i32 %[[SUM]], %n
; CHECK: icmp uge i32 %[[LESS]], %n
; CHECK: @vecz.ballot
; CHECK: icmp sle i32 %n, 0
; CHECK: icmp sgt i32 %n, 1073741823
; CHECK: inside:
; CHECK-NEXT: sub nsw i32 %[[SUM]], %n
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %difference = sub nsw i32 %x, %c
  %frozen = freeze i32 %difference
  %sum = add i32 %frozen, %n
  %zero = icmp eq i32 %n, 0
  %least = icmp eq i32 %sum, -2147483648
  %minus = icmp eq i32 %n, -1
  %overflows = and i1 %least, %minus
  %bad = or i1 %zero, %overflows
  %divisor = select i1 %bad, i32 1, i32 %n
  %index = srem i32 %sum, %divisor
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

define void @unsigned(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @unsigned(
; CHECK: sub i32 %before, %n
; CHECK: icmp uge i32 %{{.*}}, %n
; CHECK: icmp ult i32 %before, %n
; CHECK: inside:
; CHECK-NEXT: %[[INDEX:.*]] = sub nuw i32 %before, %n
; CHECK-NEXT: zext i32 %[[INDEX]] to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %more = add i32 %x, %n
  %before = add i32 %more, -1
  %index = urem i32 %before, %n
  %wide = zext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Of numbers without a sign -1 is the largest: where the program itself divides by 1 in its place, the
; remainder is not the plain index.
define void @largest_divisor(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @largest_divisor(
; CHECK-NOT: icmp uge i32 %x, %n
; CHECK: ret void
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %largest = icmp eq i32 %n, -1
  %divisor = select i1 %largest, i32 1, i32 %n
  %index = urem i32 %x, %divisor
  %wide = zext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

define void @chosen(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @chosen(
; CHECK: %[[FIRST:.*]] = icmp eq i32 %x, 0
; CHECK: @vecz.ballot
; CHECK: inside:
; CHECK-NEXT: sext i32 %before to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %last = add nsw i32 %n, -1
  %before = add nsw i32 %x, -1
  %first = icmp eq i32 %x, 0
  %index = select i1 %first, i32 %last, i32 %before
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; Remainders of powers of two, as LLVM's passes write them.
define void @bits(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @bits(
; CHECK: %[[LESS:.*]] = sub i32 %before, 512
; CHECK: icmp uge i32 %[[LESS]], 512
; CHECK: icmp ult i32 %before, 512
; CHECK: icmp uge i32 %after, 512
; CHECK: inside:
; CHECK: sub nuw i32 %before, 512
; CHECK: zext i32 %after to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %before = add i32 %x, 511
  %index = and i32 %before, 511
  %wide = zext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %after = add i32 %x, 1
  %other = and i32 %after, 511
  %other.wide = zext i32 %other to i64
  %other.place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %other.wide
  %w = load float, ptr addrspace(1) %other.place
  %sum = fadd float %v, %w
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %sum, ptr addrspace(1) %to
  ret void
}

; Bits of an id itself, bits that are not the last ones, and few bits, which wrap in most vectors.
define void @other_bits(ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: @other_bits(
; CHECK-NOT: vecz.ballot
; CHECK: ret void
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %own = and i64 %id, 511
  %own.place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %own
  %a = load float, ptr addrspace(1) %own.place
  %after = add i64 %id, 1
  %even = and i64 %after, 510
  %even.place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %even
  %b = load float, ptr addrspace(1) %even.place
  %few = and i64 %after, 15
  %few.place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %few
  %c = load float, ptr addrspace(1) %few.place
  %sum = fadd float %a, %b
  %all = fadd float %sum, %c
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %all, ptr addrspace(1) %to
  ret void
}

; Mirrored at both ends: a distance is what it is of where that is not negative, and of two sums that which rises
; from lane to lane is taken.
define void @mirrored(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @mirrored(
; CHECK: icmp slt i64 %id, 2
; CHECK: inside:
; CHECK-NEXT: sext i32 %before to i64
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %before = add nsw i32 %x, -2
  %distance = call i32 @llvm.abs.i32(i32 %before, i1 true)
  %inside = icmp slt i32 %distance, %n
  %twice = shl nsw i32 %n, 1
  %back = sub nsw i32 %twice, %distance
  %index = select i1 %inside, i32 %distance, i32 %back
  %wide = sext i32 %index to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %place
  %to = getelementptr inbounds float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %to
  ret void
}

; One lane of many takes the sum; a loaded value decides; both sides are sums that rise.
define void @not_at_borders(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
; CHECK-LABEL: @not_at_borders(
; CHECK-NOT: vecz.ballot
; CHECK: ret void
entry:
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %x = trunc nuw nsw i64 %id to i32
  %to = getelementptr inbounds i32, ptr addrspace(1) %q, i64 %id
  %before = add nsw i32 %x, -1
  %first = icmp eq i32 %x, %n
  %one = select i1 %first, i32 %before, i32 %n
  %one.wide = sext i32 %one to i64
  %one.place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %one.wide
  %a = load i32, ptr addrspace(1) %one.place
  %decides = icmp slt i32 %a, %n
  %data = select i1 %decides, i32 %x, i32 %n
  %data.wide = sext i32 %data to i64
  %data.place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %data.wide
  %b = load i32, ptr addrspace(1) %data.place
  %low = icmp slt i32 %x, %n
  %both = select i1 %low, i32 %x, i32 %before
  %both.wide = sext i32 %both to i64
  %both.place = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %both.wide
  store i32 %b, ptr addrspace(1) %both.place
  store i32 %a, ptr addrspace(1) %to
  ret void
}

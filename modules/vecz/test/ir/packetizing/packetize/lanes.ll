; Operations between lanes: ballots are bits of a mask, reads are shuffles where it is known of
; which lanes, one element where it is the same for all, and a permutation otherwise; lanes that are
; not active are filled with a constant. A fold combines all lanes, a group call is one call with their vectors.
; RUN: veczc --step=packetize --width=4 %s | FileCheck %s

declare i32 @vecz.every_lane()
declare i64 @__mux_get_local_id(i32)
declare i64 @vecz.lane(i32)
declare void @vecz.mask(i1)
declare i64 @vecz.ballot(i1)
declare i32 @vecz.read.i32(i32, i32)
declare i64 @vecz.read.i64(i64, i32)
declare <2 x float> @"vecz.read.<2 x float>"(<2 x float>, i32)
declare i32 @vecz.fill.i32(i32, i32)
declare i32 @vecz.fold.llvm.vector.reduce.umax.i32(i32)
declare <2 x float> @vecz.group_call.exchange(<2 x float>, i16)
declare float @vecz.group_call.exchange_one(float)

define void @ballot(ptr %p, ptr %q) {
; CHECK-LABEL: @ballot(
; CHECK: [[HOLDS:%.*]] = icmp sgt <4 x i32> {{.*}}, zeroinitializer
; CHECK: [[BITS:%.*]] = bitcast <4 x i1> [[HOLDS]] to i4
; CHECK: [[WIDE:%.*]] = zext i4 [[BITS]] to i64
; CHECK: store i64 [[WIDE]], ptr %q
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %holds = icmp sgt i32 %x, 0
  %bits = call i64 @vecz.ballot(i1 %holds)
  store i64 %bits, ptr %q
  ret void
}

define void @ballot_of_active_lanes(ptr %p, ptr %q) {
; CHECK-LABEL: @ballot_of_active_lanes(
; CHECK: [[MASK:%.*]] = icmp ult <4 x i32> {{.*}}, splat (i32 9)
; CHECK: [[ACTIVE:%.*]] = select <4 x i1> [[MASK]], <4 x i1> {{.*}}, <4 x i1> zeroinitializer
; CHECK: bitcast <4 x i1> [[ACTIVE]] to i4
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %mask = icmp ult i32 %x, 9
  br label %inside
inside:
  call void @vecz.mask(i1 %mask)
  %holds = icmp sgt i32 %x, 0
  %bits = call i64 @vecz.ballot(i1 %holds)
  store i64 %bits, ptr %q
  ret void
}

define void @fold(ptr %p, ptr %q) {
; CHECK-LABEL: @fold(
; CHECK: [[OWN:%.*]] = freeze <4 x i32>
; CHECK: [[ALL:%.*]] = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> [[OWN]])
; CHECK: store i32 [[ALL]], ptr %q
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %filled = call i32 @vecz.fill.i32(i32 %x, i32 0)
  %all = call i32 @vecz.fold.llvm.vector.reduce.umax.i32(i32 %filled)
  store i32 %all, ptr %q
  ret void
}

define void @neighbour(ptr %p) {
; CHECK-LABEL: @neighbour(
; CHECK: [[OWN:%.*]] = freeze <4 x i32>
; CHECK: [[OTHER:%.*]] = shufflevector <4 x i32> [[OWN]], <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: store <4 x i32> [[OTHER]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %wide = call i64 @vecz.lane(i32 0)
  %lane = trunc i64 %wide to i32
  %from = xor i32 %lane, 1
  %other = call i32 @vecz.read.i32(i32 %x, i32 %from)
  store i32 %other, ptr %at
  ret void
}

; Beyond the last lane the index wraps around.
define void @above(ptr %p) {
; CHECK-LABEL: @above(
; CHECK: shufflevector <4 x i32> {{.*}}, <4 x i32> poison, <4 x i32> <i32 3, i32 0, i32 1, i32 2>
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %wide = call i64 @vecz.lane(i32 0)
  %lane = trunc i64 %wide to i32
  %from = add i32 %lane, 7
  %other = call i32 @vecz.read.i32(i32 %x, i32 %from)
  store i32 %other, ptr %at
  ret void
}

define void @each_its_own(ptr %p, ptr %q) {
; CHECK-LABEL: @each_its_own(
; CHECK: [[SURE:%.*]] = freeze <4 x i32> %from
; CHECK: [[SMALL:%.*]] = and <4 x i32> [[SURE]], splat (i32 3)
; CHECK: call <4 x i32> @vecz.permute.v4i32.v4i32(<4 x i32> {{.*}}, <4 x i32> [[SMALL]])
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %from.at = getelementptr i32, ptr %q, i64 %id
  %from = load i32, ptr %from.at
  %other = call i32 @vecz.read.i32(i32 %x, i32 %from)
  store i32 %other, ptr %at
  ret void
}

; The same for all lanes, and so is what is made of it.
define i32 @one_for_all(ptr %p, i32 %from) {
; CHECK-LABEL: @one_for_all(
; CHECK: [[LANE:%.*]] = and i32 %from, 3
; CHECK: [[VALUES:%.*]] = freeze <4 x i32>
; CHECK: [[ONE:%.*]] = extractelement <4 x i32> [[VALUES]], i32 [[LANE]]
; CHECK: [[MORE:%.*]] = add i32 [[ONE]], 1
; CHECK: ret i32 [[MORE]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %one = call i32 @vecz.read.i32(i32 %x, i32 %from)
  %more = add i32 %one, 1
  ret i32 %more
}

; A lane of a strided value is computed without a vector.
define i64 @of_linear() {
; CHECK-LABEL: @of_linear(
; CHECK-NEXT: [[ID:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK-NEXT: [[THIRD:%.*]] = add i64 [[ID]], 2
; CHECK-NEXT: ret i64 [[THIRD]]
  %id = call i64 @__mux_get_local_id(i32 0)
  %third = call i64 @vecz.read.i64(i64 %id, i32 2)
  ret i64 %third
}

define void @short_vector(ptr %p) {
; CHECK-LABEL: @short_vector(
; CHECK-COUNT-2: shufflevector <4 x float> {{.*}}, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr <2 x float>, ptr %p, i64 %id
  %x = load <2 x float>, ptr %at
  %wide = call i64 @vecz.lane(i32 0)
  %lane = trunc i64 %wide to i32
  %from = xor i32 %lane, 2
  %other = call <2 x float> @"vecz.read.<2 x float>"(<2 x float> %x, i32 %from)
  store <2 x float> %other, ptr %at
  ret void
}

; A uniform value differs between active lanes and others.
define void @fill(ptr %p, ptr %q, i32 %x) {
; CHECK-LABEL: @fill(
; CHECK: [[MASK:%.*]] = icmp ult <4 x i32> {{.*}}, splat (i32 9)
; CHECK: [[FILLED:%.*]] = select <4 x i1> [[MASK]], <4 x i32> %{{.*}}, <4 x i32> splat (i32 -1)
; CHECK: shufflevector <4 x i32> {{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %y = load i32, ptr %at
  %mask = icmp ult i32 %y, 9
  br label %inside
inside:
  call void @vecz.mask(i1 %mask)
  %filled = call i32 @vecz.fill.i32(i32 %x, i32 -1)
  %wide = call i64 @vecz.lane(i32 0)
  %lane = trunc i64 %wide to i32
  %from = xor i32 %lane, 1
  %other = call i32 @vecz.read.i32(i32 %filled, i32 %from)
  store i32 %other, ptr %at
  ret void
}

; Values computed from it are computed in all lanes; lanes that are read are known.
define void @every_lane(ptr %p) {
; CHECK-LABEL: @every_lane(
; CHECK: [[OTHER:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: select <4 x i1> <i1 false, i1 false, i1 true, i1 true>, <4 x i32> [[OTHER]],
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr %p, i64 %id
  %x = load i32, ptr %at
  %lane = call i32 @vecz.every_lane()
  %behind = icmp uge i32 %lane, 2
  %from = sub i32 %lane, 2
  %other = call i32 @vecz.read.i32(i32 %x, i32 %from)
  %own = select i1 %behind, i32 %other, i32 %x
  store i32 %own, ptr %at
  ret void
}

; Inactive lanes take part.
define void @group_call(ptr %p, i16 %x) {
; CHECK-LABEL: @group_call(
; CHECK: [[ALL:%.*]] = call { <4 x float>, <4 x float> } @exchange(<4 x float> {{.*}}, <4 x float> {{.*}}, <4 x i16> {{.*}})
; CHECK: [[C:%.*]] = extractvalue { <4 x float>, <4 x float> } [[ALL]], 0
; CHECK: [[D:%.*]] = extractvalue { <4 x float>, <4 x float> } [[ALL]], 1
; CHECK: [[SUM:%.*]] = fadd <4 x float> [[C]], [[D]]
; CHECK: [[ONE:%.*]] = call { <4 x float> } @exchange_one(
; CHECK: extractvalue { <4 x float> } [[ONE]], 0
  %id = call i64 @__mux_get_local_id(i32 0)
  %at = getelementptr <2 x float>, ptr %p, i64 %id
  %y = load <2 x float>, ptr %at
  %all = call <2 x float> @vecz.group_call.exchange(<2 x float> %y, i16 %x)
  %c = extractelement <2 x float> %all, i32 0
  %d = extractelement <2 x float> %all, i32 1
  %sum = fadd float %c, %d
  %one = call float @vecz.group_call.exchange_one(float %sum)
  store float %one, ptr %at
  ret void
}
; CHECK: declare { <4 x float>, <4 x float> } @exchange({{.*}}) [[ONLY_COMPUTES:#[0-9]+]]
; CHECK: attributes [[ONLY_COMPUTES]] = { nounwind willreturn memory(none) }

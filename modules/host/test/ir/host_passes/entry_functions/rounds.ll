; The groups of a range run again in each round; one group's own rounds are inside. How many there are is computed before,
; the group's where its id is known. A call that is told to stop leaves all rounds.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

declare spir_func i64 @__mux_get_round(i32, i64)
declare spir_func i64 @__mux_get_group_round(i32, i64)
declare spir_func i64 @__mux_get_group_id(i32) memory(none)
declare spir_func i64 @__mux_get_global_size(i32) memory(none)

; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK: [[COUNT:%.*]] = udiv i64 [[N:%.*]], %global_size
; CHECK-NEXT: br label %round
; CHECK: round:
; CHECK-NEXT: [[ROUND:%.*]] = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %groups.over ]
; CHECK-NEXT: icmp ult i64 [[ROUND]], [[COUNT]]
; CHECK-NEXT: br i1 {{.*}}, label %round.run, label %rounds.over
; CHECK: round.run:
; CHECK-NEXT: icmp ult i64 %group_begin, %group_end
; CHECK: group:
; CHECK: [[STOP:%.*]] = load atomic i32, ptr %abort_flag
; CHECK: br i1 {{.*}}, label %group.run, label %done
; CHECK: group.run:
; CHECK: [[COUNT2:%.*]] = add i64 %group_id, [[N]]
; CHECK: groups.over:
; CHECK-NEXT: [[NEXT]] = add nuw i64 [[ROUND]], 1
; CHECK: [[ROUND2:%.*]] = phi i64 [ 0, %group.run ]
; CHECK-NEXT: icmp ult i64 [[ROUND2]], [[COUNT2]]
; CHECK: [[SUM:%.*]] = add i64 [[ROUND]], [[ROUND2]]
; CHECK-NEXT: store i64 [[SUM]]
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %size = call spir_func i64 @__mux_get_global_size(i32 0)
  %count = udiv i64 %n, %size
  %round = call spir_func i64 @__mux_get_round(i32 0, i64 %count)
  %group = call spir_func i64 @__mux_get_group_id(i32 0)
  %count2 = add i64 %group, %n
  %round2 = call spir_func i64 @__mux_get_group_round(i32 1, i64 %count2)
  %sum = add i64 %round, %round2
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

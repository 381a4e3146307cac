; Comparisons of ids that are known to be small are of 32 bits; of others, and of what is the same for
; all lanes, they stay as they are.
; RUN: veczc --step=narrow-comparisons %s | FileCheck %s

declare i64 @__mux_get_global_id(i32)

define i1 @small() {
; CHECK-LABEL: @small(
; CHECK: [[LOW:%.*]] = trunc nuw nsw i64 %id to i32
; CHECK: %c = icmp ult i32 [[LOW]], 100
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, 100
  ret i1 %c
}

define i1 @large() {
; CHECK-LABEL: @large(
; CHECK: %c = icmp ult i64 %id, 100
  %id = call i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, 100
  ret i1 %c
}

define i1 @large_constant() {
; CHECK-LABEL: @large_constant(
; CHECK: %c = icmp ult i64 %id, 2147483648
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
  %c = icmp ult i64 %id, 2147483648
  ret i1 %c
}

define i1 @uniform() {
; CHECK-LABEL: @uniform(
; CHECK: %c = icmp ult i64 %id, 100
  %id = call range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 1)
  %c = icmp ult i64 %id, 100
  ret i1 %c
}

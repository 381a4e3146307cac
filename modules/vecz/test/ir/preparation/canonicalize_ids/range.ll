; Global ids carry the range that the range of a launch gives them, where it is known to fit an int. They are never
; undefined.
; RUN: veczc --step=bound-ids %s | FileCheck %s --check-prefixes=CHECK,FITS
; RUN: veczc --step=bound-ids --any-ids %s | FileCheck %s --check-prefixes=CHECK,ANY

declare i64 @__mux_get_global_id(i32) memory(none)

; CHECK-LABEL: define i64 @k(
; FITS-NEXT: %id = call noundef range(i64 0, 2147483648) i64 @__mux_get_global_id(i32 0)
; ANY-NEXT: %id = call noundef i64 @__mux_get_global_id(i32 0)
define i64 @k() {
  %id = call i64 @__mux_get_global_id(i32 0)
  ret i64 %id
}

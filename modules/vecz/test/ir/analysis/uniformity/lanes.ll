; A ballot is the same for all lanes, and so is what all read of one lane; what each reads of its own
; differs, as does what is put into lanes that are not active.
; RUN: veczc --step=uniformity %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @vecz.ballot(i1)
declare i32 @vecz.every_lane()
declare i64 @vecz.read.i64(i64, i32)
declare i64 @vecz.fill.i64(i64, i64)

define void @k(i32 %n, i64 %x) {
; CHECK: %odd = trunc i64 %id to i1, !vecz.varying
; CHECK: %votes = call i64 @vecz.ballot(i1 %odd){{$}}
; CHECK: %most = add i64 %votes, 1{{$}}
; CHECK: %one = call i64 @vecz.read.i64(i64 %id, i32 %n){{$}}
; CHECK: %own = call i64 @vecz.read.i64(i64 %x, i32 %low), !vecz.varying
; CHECK: %filled = call i64 @vecz.fill.i64(i64 %x, i64 0), !vecz.varying
; CHECK: %every = call i32 @vecz.every_lane(), !vecz.varying
; CHECK: br i1 %some, label %then, label %end{{$}}
  %id = call i64 @__mux_get_local_id(i32 0)
  %odd = trunc i64 %id to i1
  %low = trunc i64 %id to i32
  %votes = call i64 @vecz.ballot(i1 %odd)
  %most = add i64 %votes, 1
  %one = call i64 @vecz.read.i64(i64 %id, i32 %n)
  %own = call i64 @vecz.read.i64(i64 %x, i32 %low)
  %filled = call i64 @vecz.fill.i64(i64 %x, i64 0)
  %every = call i32 @vecz.every_lane()
  %some = icmp ne i64 %votes, 0
  br i1 %some, label %then, label %end
then:
  br label %end
end:
  ret void
}

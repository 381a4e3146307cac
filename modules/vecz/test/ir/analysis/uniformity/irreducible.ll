; Of what lanes do in a loop with two entries, nothing is known: everything varies.
; RUN: veczc %s | FileCheck %s

; CHECK-LABEL: define void @two_entries(
; CHECK: br i1 %c, label %a, label %b,{{.*}} !vecz.divergent
; CHECK: %x = add i32 %n, 1, !vecz.varying
; CHECK: br i1 %d, label %a, label %end,{{.*}} !vecz.divergent
define void @two_entries(i1 %c, i1 %d, i32 %n) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = add i32 %n, 1
  br i1 %d, label %a, label %end
end:
  ret void
}

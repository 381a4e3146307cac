; A phi of structures becomes one for each element.
; RUN: clang-sycl-linker --only=aggregate-phis %s -o - | FileCheck %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: @exchange
; CHECK: done:
; CHECK-NEXT: phi i64
; CHECK-NEXT: phi i1 [ {{%.*}}, %first ], [ {{%.*}}, %first ], [ {{%.*}}, %second ]
; CHECK-NOT: phi
; CHECK-NOT: extractvalue
; CHECK: ret i1
define i1 @exchange(ptr addrspace(1) %at, ptr %old, i64 %value, i32 %order) {
entry:
  %early = icmp ult i32 %order, 3
  br i1 %early, label %first, label %second
first:
  %a = cmpxchg ptr addrspace(1) %at, i64 %value, i64 1 monotonic monotonic, align 8
  switch i32 %order, label %second [ i32 0, label %done
                                     i32 1, label %done ]
second:
  %b = cmpxchg ptr addrspace(1) %at, i64 %value, i64 1 seq_cst seq_cst, align 8
  br label %done
done:
  %both = phi { i64, i1 } [ %a, %first ], [ %a, %first ], [ %b, %second ]
  %found = extractvalue { i64, i1 } %both, 0
  store i64 %found, ptr %old, align 8
  %is = extractvalue { i64, i1 } %both, 1
  ret i1 %is
}

; CHECK-LABEL: @whole
; CHECK: insertvalue [2 x i32] {{.*}}, i32 {{.*}}, 1
; CHECK: ret [2 x i32]
define [2 x i32] @whole(i1 %c, [2 x i32] %x) {
entry:
  br i1 %c, label %other, label %done
other:
  br label %done
done:
  %both = phi [2 x i32] [ %x, %other ], [ zeroinitializer, %entry ]
  ret [2 x i32] %both
}

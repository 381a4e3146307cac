; Vectors of 16 bytes, which the target shifts by one instruction, are scanned in steps that reach
; into the vector before.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func i8 @_Z29work_group_scan_inclusive_addc(i8)
declare spir_func i8 @_Z29work_group_scan_exclusive_maxh(i8)

; CHECK: define internal spir_func i8 @_Z29work_group_scan_inclusive_addc
; CHECK: combine:
; CHECK: [[BEFORE1:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[LOADED:%.*]], %combine ]
; CHECK: [[BEFORE2:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[SUMS2:%.*]], %combine ]
; CHECK: [[BEFORE4:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[SUMS4:%.*]], %combine ]
; CHECK: [[BEFORE8:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[SUMS8:%.*]], %combine ]
; CHECK: [[BEFORE:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[ALL:%.*]], %combine ]
; CHECK: [[LOADED]] = load <16 x i8>
; CHECK: [[MOVED:%.*]] = shufflevector <16 x i8> [[BEFORE1]], <16 x i8> [[LOADED]], <16 x i32> <i32 15, i32 16, {{.*}} i32 30>
; CHECK: [[SUMS2]] = add <16 x i8> [[MOVED]], [[LOADED]]
; CHECK: [[MOVED:%.*]] = shufflevector <16 x i8> [[BEFORE2]], <16 x i8> [[SUMS2]], <16 x i32> <i32 14, i32 15, {{.*}} i32 29>
; CHECK: [[SUMS4]] = add <16 x i8> [[MOVED]], [[SUMS2]]
; CHECK: shufflevector <16 x i8> [[BEFORE4]], <16 x i8> [[SUMS4]], <16 x i32> <i32 12, {{.*}} i32 27>
; CHECK: [[SUMS8]] = add
; CHECK: shufflevector <16 x i8> [[BEFORE8]], <16 x i8> [[SUMS8]], <16 x i32> <i32 8, {{.*}} i32 23>
; CHECK: [[SUMS16:%.*]] = add
; CHECK: [[ALL]] = add <16 x i8> [[BEFORE]], [[SUMS16]]
; CHECK: store <16 x i8> [[ALL]]

; The results, by one place.
; CHECK: define internal spir_func i8 @_Z29work_group_scan_exclusive_maxh
; CHECK: combine:
; CHECK-COUNT-4: phi <16 x i8>
; CHECK: [[BEFORE:%.*]] = phi <16 x i8> [ zeroinitializer, %only ], [ [[ALL:%.*]], %combine ]
; CHECK: load <16 x i8>
; CHECK: [[ALL]] = call <16 x i8> @llvm.umax.v16i8(<16 x i8> [[BEFORE]],
; CHECK: [[RESULT:%.*]] = shufflevector <16 x i8> [[BEFORE]], <16 x i8> [[ALL]], <16 x i32> <i32 15, i32 16,
; CHECK: store <16 x i8> [[RESULT]]

define spir_kernel void @k(i8 %x) {
  %1 = call spir_func i8 @_Z29work_group_scan_inclusive_addc(i8 %x)
  %2 = call spir_func i8 @_Z29work_group_scan_exclusive_maxh(i8 %x)
  ret void
}

; Products of numbers that fit 16 bits, of which one side is the same for all lanes, constant, or has nothing in its upper
; halves, for any number of lanes. What is added to many of them is added by the same instruction where the CPU has it.
; RUN: %if avx512 %{ env LANEWISE_CPU=x86-64-v4 muxc --passes=multiply-short-numbers %s | FileCheck %s %}
; RUN: env LANEWISE_CPU=x86-64-v2 muxc --passes=multiply-short-numbers %s | FileCheck %s --check-prefix=NARROW

; CHECK-LABEL: @uniform(
; CHECK: [[LOW:%.*]] = and i32 %factor, 65535
; CHECK: [[SPLAT:%.*]] = shufflevector <16 x i32>
; CHECK: [[A:%.*]] = bitcast <16 x i32> %wide to <32 x i16>
; CHECK: [[B:%.*]] = bitcast <16 x i32> [[SPLAT]] to <32 x i16>
; CHECK: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(<32 x i16> [[A]], <32 x i16> [[B]])
; NARROW-LABEL: @uniform(
; NARROW-COUNT-4: call <4 x i32> @llvm.x86.sse2.pmadd.wd(
; NARROW-NOT: mul <
; NARROW-LABEL: @columns(
define <16 x i32> @uniform(<16 x i8> %bytes, i16 %short) {
  %wide = sext <16 x i8> %bytes to <16 x i32>
  %factor = sext i16 %short to i32
  %first = insertelement <16 x i32> poison, i32 %factor, i64 0
  %splat = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %product = mul <16 x i32> %splat, %wide
  ret <16 x i32> %product
}

; Elements of short vectors, which the number comes to in two steps.
; CHECK-LABEL: @columns(
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(
define <32 x i32> @columns(<32 x i8> %bytes, i8 %byte) {
  %wide = sext <32 x i8> %bytes to <32 x i32>
  %factor = sext i8 %byte to i32
  %first = insertelement <4 x i32> poison, i32 %factor, i64 0
  %four = shufflevector <4 x i32> %first, <4 x i32> poison, <4 x i32> zeroinitializer
  %all = shufflevector <4 x i32> %four, <4 x i32> poison, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
  %product = mul <32 x i32> %wide, %all
  ret <32 x i32> %product
}

; CHECK-LABEL: @constant(
; CHECK: call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> {{.*}}, <16 x i16> bitcast (<8 x i32> splat (i32 65533) to
define <8 x i32> @constant(<8 x i16> %shorts) {
  %wide = sext <8 x i16> %shorts to <8 x i32>
  %product = mul <8 x i32> %wide, splat (i32 -3)
  ret <8 x i32> %product
}

; CHECK-LABEL: @positive(
; CHECK-NOT: and
; CHECK: call <4 x i32> @llvm.x86.sse2.pmadd.wd(
define <4 x i32> @positive(<4 x i8> %bytes, <4 x i16> %shorts) {
  %wide = zext <4 x i8> %bytes to <4 x i32>
  %other = sext <4 x i16> %shorts to <4 x i32>
  %product = mul <4 x i32> %other, %wide
  ret <4 x i32> %product
}

; Seventeen bits, a side that would have to be cleared lane by lane, a shift, narrower numbers, fewer lanes.
; CHECK-LABEL: @others(
; CHECK-NOT: call
; CHECK: ret void
define void @others(<8 x i16> %shorts, <8 x i16> %more, <2 x i16> %two, ptr %to) {
  %unsigned = zext <8 x i16> %shorts to <8 x i32>
  %a = mul <8 x i32> %unsigned, splat (i32 3)
  store <8 x i32> %a, ptr %to
  %wide = sext <8 x i16> %shorts to <8 x i32>
  %other = sext <8 x i16> %more to <8 x i32>
  %b = mul <8 x i32> %wide, %other
  store <8 x i32> %b, ptr %to
  %c = mul <8 x i32> %wide, splat (i32 8)
  store <8 x i32> %c, ptr %to
  %d = mul <8 x i16> %shorts, splat (i16 3)
  store <8 x i16> %d, ptr %to
  %pair = sext <2 x i16> %two to <2 x i32>
  %e = mul <2 x i32> %pair, splat (i32 3)
  store <2 x i32> %e, ptr %to
  %f = mul <8 x i32> %wide, splat (i32 40000)
  store <8 x i32> %f, ptr %to
  ret void
}

; Barriers that may be passed by: the region behind each has all that follows it. Where that adds up, the
; same loops run all regions, and each block is there once.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %data, i32 %n) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: regions:
; CHECK: switch i32 %region, label
; CHECK-COUNT-40: load volatile i32, ptr addrspace(1) {{.*}}, align 4, !tag
; CHECK-NOT: !tag
; CHECK: switch i32 %reached
; CHECK: ret void
entry:
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  br label %step0

step0:
  %c0 = icmp sgt i32 %n, 0
  br i1 %c0, label %wait0, label %rest0
wait0:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest0
rest0:
  %a0.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a0.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a0.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step1

step1:
  %c1 = icmp sgt i32 %n, 1
  br i1 %c1, label %wait1, label %rest1
wait1:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest1
rest1:
  %a1.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a1.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a1.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step2

step2:
  %c2 = icmp sgt i32 %n, 2
  br i1 %c2, label %wait2, label %rest2
wait2:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest2
rest2:
  %a2.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a2.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a2.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step3

step3:
  %c3 = icmp sgt i32 %n, 3
  br i1 %c3, label %wait3, label %rest3
wait3:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest3
rest3:
  %a3.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a3.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a3.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step4

step4:
  %c4 = icmp sgt i32 %n, 4
  br i1 %c4, label %wait4, label %rest4
wait4:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest4
rest4:
  %a4.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a4.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a4.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step5

step5:
  %c5 = icmp sgt i32 %n, 5
  br i1 %c5, label %wait5, label %rest5
wait5:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest5
rest5:
  %a5.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a5.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a5.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step6

step6:
  %c6 = icmp sgt i32 %n, 6
  br i1 %c6, label %wait6, label %rest6
wait6:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest6
rest6:
  %a6.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a6.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a6.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step7

step7:
  %c7 = icmp sgt i32 %n, 7
  br i1 %c7, label %wait7, label %rest7
wait7:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest7
rest7:
  %a7.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a7.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a7.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step8

step8:
  %c8 = icmp sgt i32 %n, 8
  br i1 %c8, label %wait8, label %rest8
wait8:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest8
rest8:
  %a8.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a8.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a8.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step9

step9:
  %c9 = icmp sgt i32 %n, 9
  br i1 %c9, label %wait9, label %rest9
wait9:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest9
rest9:
  %a9.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a9.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a9.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step10

step10:
  %c10 = icmp sgt i32 %n, 10
  br i1 %c10, label %wait10, label %rest10
wait10:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest10
rest10:
  %a10.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a10.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a10.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step11

step11:
  %c11 = icmp sgt i32 %n, 11
  br i1 %c11, label %wait11, label %rest11
wait11:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest11
rest11:
  %a11.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a11.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a11.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step12

step12:
  %c12 = icmp sgt i32 %n, 12
  br i1 %c12, label %wait12, label %rest12
wait12:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest12
rest12:
  %a12.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a12.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a12.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step13

step13:
  %c13 = icmp sgt i32 %n, 13
  br i1 %c13, label %wait13, label %rest13
wait13:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest13
rest13:
  %a13.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a13.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a13.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step14

step14:
  %c14 = icmp sgt i32 %n, 14
  br i1 %c14, label %wait14, label %rest14
wait14:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest14
rest14:
  %a14.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a14.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a14.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step15

step15:
  %c15 = icmp sgt i32 %n, 15
  br i1 %c15, label %wait15, label %rest15
wait15:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest15
rest15:
  %a15.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a15.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a15.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step16

step16:
  %c16 = icmp sgt i32 %n, 16
  br i1 %c16, label %wait16, label %rest16
wait16:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest16
rest16:
  %a16.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a16.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a16.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step17

step17:
  %c17 = icmp sgt i32 %n, 17
  br i1 %c17, label %wait17, label %rest17
wait17:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest17
rest17:
  %a17.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a17.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a17.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step18

step18:
  %c18 = icmp sgt i32 %n, 18
  br i1 %c18, label %wait18, label %rest18
wait18:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest18
rest18:
  %a18.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a18.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a18.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step19

step19:
  %c19 = icmp sgt i32 %n, 19
  br i1 %c19, label %wait19, label %rest19
wait19:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest19
rest19:
  %a19.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a19.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a19.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step20

step20:
  %c20 = icmp sgt i32 %n, 20
  br i1 %c20, label %wait20, label %rest20
wait20:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest20
rest20:
  %a20.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a20.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a20.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step21

step21:
  %c21 = icmp sgt i32 %n, 21
  br i1 %c21, label %wait21, label %rest21
wait21:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest21
rest21:
  %a21.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a21.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a21.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step22

step22:
  %c22 = icmp sgt i32 %n, 22
  br i1 %c22, label %wait22, label %rest22
wait22:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest22
rest22:
  %a22.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a22.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a22.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step23

step23:
  %c23 = icmp sgt i32 %n, 23
  br i1 %c23, label %wait23, label %rest23
wait23:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest23
rest23:
  %a23.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a23.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a23.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step24

step24:
  %c24 = icmp sgt i32 %n, 24
  br i1 %c24, label %wait24, label %rest24
wait24:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest24
rest24:
  %a24.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a24.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a24.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step25

step25:
  %c25 = icmp sgt i32 %n, 25
  br i1 %c25, label %wait25, label %rest25
wait25:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest25
rest25:
  %a25.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a25.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a25.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step26

step26:
  %c26 = icmp sgt i32 %n, 26
  br i1 %c26, label %wait26, label %rest26
wait26:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest26
rest26:
  %a26.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a26.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a26.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step27

step27:
  %c27 = icmp sgt i32 %n, 27
  br i1 %c27, label %wait27, label %rest27
wait27:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest27
rest27:
  %a27.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a27.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a27.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step28

step28:
  %c28 = icmp sgt i32 %n, 28
  br i1 %c28, label %wait28, label %rest28
wait28:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest28
rest28:
  %a28.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a28.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a28.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step29

step29:
  %c29 = icmp sgt i32 %n, 29
  br i1 %c29, label %wait29, label %rest29
wait29:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest29
rest29:
  %a29.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a29.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a29.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step30

step30:
  %c30 = icmp sgt i32 %n, 30
  br i1 %c30, label %wait30, label %rest30
wait30:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest30
rest30:
  %a30.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a30.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a30.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step31

step31:
  %c31 = icmp sgt i32 %n, 31
  br i1 %c31, label %wait31, label %rest31
wait31:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest31
rest31:
  %a31.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a31.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a31.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step32

step32:
  %c32 = icmp sgt i32 %n, 32
  br i1 %c32, label %wait32, label %rest32
wait32:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest32
rest32:
  %a32.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a32.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a32.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step33

step33:
  %c33 = icmp sgt i32 %n, 33
  br i1 %c33, label %wait33, label %rest33
wait33:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest33
rest33:
  %a33.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a33.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a33.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step34

step34:
  %c34 = icmp sgt i32 %n, 34
  br i1 %c34, label %wait34, label %rest34
wait34:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest34
rest34:
  %a34.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a34.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a34.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step35

step35:
  %c35 = icmp sgt i32 %n, 35
  br i1 %c35, label %wait35, label %rest35
wait35:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest35
rest35:
  %a35.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a35.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a35.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step36

step36:
  %c36 = icmp sgt i32 %n, 36
  br i1 %c36, label %wait36, label %rest36
wait36:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest36
rest36:
  %a36.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a36.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a36.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step37

step37:
  %c37 = icmp sgt i32 %n, 37
  br i1 %c37, label %wait37, label %rest37
wait37:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest37
rest37:
  %a37.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a37.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a37.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step38

step38:
  %c38 = icmp sgt i32 %n, 38
  br i1 %c38, label %wait38, label %rest38
wait38:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest38
rest38:
  %a38.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a38.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a38.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step39

step39:
  %c39 = icmp sgt i32 %n, 39
  br i1 %c39, label %wait39, label %rest39
wait39:
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  br label %rest39
rest39:
  %a39.0 = load volatile i32, ptr addrspace(1) %p, align 4, !tag !0
  %a39.1 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.2 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.3 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.4 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.5 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.6 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.7 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.8 = load volatile i32, ptr addrspace(1) %p, align 4
  %a39.9 = load volatile i32, ptr addrspace(1) %p, align 4
  br label %step40

step40:
  ret void
}
!0 = !{}

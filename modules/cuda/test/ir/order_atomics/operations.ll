; Orders become fences, the scope is the system's; operations on local memory stay, and fences
; around them are the work-group's. What LLVM makes of cmpxchg stays.
; RUN: muxc --passes=cuda-order-atomics %s | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: @relaxed(
; CHECK-NEXT: call i32 asm sideeffect "atom.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr addrspace(1) %p, i32 %x)
; CHECK-NEXT: ret
define i32 @relaxed(ptr addrspace(1) %p, i32 %x) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
  ret i32 %old
}

; CHECK-LABEL: @orders(
; CHECK-NEXT: call i64 asm sideeffect "atom.sys.exch.b64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr %p, i64 %x)
; CHECK-NEXT: fence acquire
; CHECK-NEXT: fence release
; CHECK-NEXT: call i64 asm sideeffect "atom.sys.max.s64
; CHECK-NEXT: fence release
; CHECK-NEXT: call i64 asm sideeffect "atom.sys.min.u64
; CHECK-NEXT: fence acquire
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call i64 asm sideeffect "atom.sys.and.b64
; CHECK-NEXT: fence acquire
; CHECK-NEXT: ret
define void @orders(ptr %p, i64 %x) {
  %a = atomicrmw xchg ptr %p, i64 %x acquire
  %b = atomicrmw max ptr %p, i64 %x release
  %c = atomicrmw umin ptr %p, i64 %x acq_rel
  %d = atomicrmw and ptr %p, i64 %x seq_cst
  ret void
}

; CHECK-LABEL: @others(
; CHECK-NEXT: [[NEGATED:%.*]] = sub i32 0, %i
; CHECK-NEXT: asm sideeffect "atom.sys.global.add.u32 {{.*}}(ptr addrspace(1) %p, i32 [[NEGATED]])
; CHECK-NEXT: asm sideeffect "atom.sys.global.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"
; CHECK-NEXT: asm sideeffect "atom.sys.global.add.f64 $0, [$1], $2;", "=d,l,d,~{memory}"
; CHECK-NEXT: asm sideeffect "atom.sys.global.exch.b32 $0, [$1], $2;", "=f,l,f,~{memory}"
; CHECK-NEXT: atomicrmw fmax ptr addrspace(1) %p, float %f seq_cst
define void @others(ptr addrspace(1) %p, i32 %i, float %f, double %d) {
  %a = atomicrmw sub ptr addrspace(1) %p, i32 %i monotonic
  %b = atomicrmw fadd ptr addrspace(1) %p, float %f monotonic
  %c = atomicrmw fadd ptr addrspace(1) %p, double %d monotonic
  %e = atomicrmw xchg ptr addrspace(1) %p, float %f monotonic
  %g = atomicrmw fmax ptr addrspace(1) %p, float %f seq_cst
  ret void
}

; CHECK-LABEL: @on_local_memory(
; CHECK-NEXT: fence syncscope("block") release
; CHECK-NEXT: atomicrmw or ptr addrspace(3) %p, i32 %x monotonic
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: ret
define i32 @on_local_memory(ptr addrspace(3) %p, i32 %x) {
  %old = atomicrmw or ptr addrspace(3) %p, i32 %x acq_rel
  ret i32 %old
}

; CHECK-LABEL: @behind_generic_pointers(
; CHECK: [[GLOBAL:%.*]] = addrspacecast ptr %next to ptr addrspace(1)
; CHECK-NEXT: asm sideeffect "atom.sys.global.add.u32 {{.*}}(ptr addrspace(1) [[GLOBAL]], i32 1)
; CHECK-NEXT: atomicrmw add ptr %m, i32 1 monotonic
define void @behind_generic_pointers(ptr addrspace(1) %p, ptr addrspace(3) %l) {
  %g = addrspacecast ptr addrspace(1) %p to ptr
  %m = addrspacecast ptr addrspace(3) %l to ptr
  %next = getelementptr i32, ptr %g, i64 1
  %a = atomicrmw add ptr %next, i32 1 monotonic
  %b = atomicrmw add ptr %m, i32 1 monotonic
  ret void
}

; A pointer in the kernel's object is global; one in private memory may be anything.
; RUN: clang-sycl-linker --only=argument-spaces %s -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

%T = type { ptr addrspace(4) }

; CHECK-LABEL: @from_object
; CHECK: %p = load ptr addrspace(4), ptr %0
; CHECK-NEXT: [[GLOBAL:%.*]] = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
; CHECK-NEXT: [[BACK:%.*]] = addrspacecast ptr addrspace(1) [[GLOBAL]] to ptr addrspace(4)
; CHECK-NEXT: store i32 1, ptr addrspace(4) [[BACK]]
define weak_odr spir_kernel void @from_object(ptr byval(%T) %0) {
  %p = load ptr addrspace(4), ptr %0
  store i32 1, ptr addrspace(4) %p
  ret void
}

; CHECK-LABEL: @from_variable
; CHECK-NOT: addrspacecast
define weak_odr spir_kernel void @from_variable(ptr byval(%T) %0) {
  %variable = alloca ptr addrspace(4)
  %p = load ptr addrspace(4), ptr %variable
  store i32 1, ptr addrspace(4) %p
  ret void
}

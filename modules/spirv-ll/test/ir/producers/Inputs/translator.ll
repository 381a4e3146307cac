target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(float addrspace(1)* %out, float %x) !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %c = call spir_func float @_Z3cosf(float %x)
  %p = getelementptr inbounds float, float addrspace(1)* %out, i64 %i
  store float %c, float addrspace(1)* %p, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func float @_Z3cosf(float)

!opencl.ocl.version = !{!0}
!opencl.spir.version = !{!0}
!opencl.enable.FP_CONTRACT = !{}
!0 = !{i32 1, i32 2}
!1 = !{i32 1, i32 0}
!2 = !{!"none", !"none"}
!3 = !{!"float*", !"float"}
!4 = !{!"", !""}

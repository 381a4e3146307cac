// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/compiler.h"
#include "cuda/kernel_abi.h"
#include "passes.h"
#include "target.h"

namespace cuda {
namespace {

class CudaInfo : public compiler::Info {
public:
  CudaInfo() {
    matrix_lanes = warp_size;
    about.name = "cuda";
    about.device_name = "GPUs of NVIDIA's, from sm_70 on (PTX)";
    about.options = {
        {std::string(gpu_option), true,
         "<gpu> the oldest GPU that the code has to run on, from sm_70 to sm_90a; by default "
         "sm_70"},
    };
    language = {"cl_khr_3d_image_writes",
                "cl_khr_byte_addressable_store",
                "cl_khr_depth_images",
                "cl_khr_extended_bit_ops",
                "cl_khr_fp16",
                "cl_khr_fp64",
                "cl_khr_global_int32_base_atomics",
                "cl_khr_global_int32_extended_atomics",
                "cl_khr_int64_base_atomics",
                "cl_khr_int64_extended_atomics",
                "cl_khr_integer_dot_product",
                "cl_khr_local_int32_base_atomics",
                "cl_khr_local_int32_extended_atomics",
                "cl_khr_srgb_image_writes",
                "cl_khr_subgroup_ballot",
                "cl_khr_subgroup_clustered_reduce",
                "cl_khr_subgroup_extended_types",
                "cl_khr_subgroup_non_uniform_arithmetic",
                "cl_khr_subgroup_non_uniform_vote",
                "cl_khr_subgroup_rotate",
                "cl_khr_subgroup_shuffle",
                "cl_khr_subgroup_shuffle_relative",
                "cl_khr_subgroups",
                "__opencl_c_3d_image_writes",
                "__opencl_c_atomic_order_acq_rel",
                "__opencl_c_atomic_order_seq_cst",
                "__opencl_c_atomic_scope_all_devices",
                "__opencl_c_atomic_scope_device",
                "__opencl_c_ext_image_raw10_raw12",
                "__opencl_c_ext_image_unorm_int_2_101010",
                "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
                "__opencl_c_fp64",
                "__opencl_c_generic_address_space",
                "__opencl_c_images",
                "__opencl_c_int64",
                "__opencl_c_integer_dot_product_input_4x8bit",
                "__opencl_c_integer_dot_product_input_4x8bit_packed",
                "__opencl_c_program_scope_global_variables",
                "__opencl_c_read_write_images",
                "__opencl_c_subgroups",
                "__opencl_c_work_group_collective_functions"};
  }
  [[nodiscard]] std::unique_ptr<compiler::Target> create_target() const override {
    return std::make_unique<CudaTarget>();
  }
  [[nodiscard]] std::span<const compiler::NamedPass> passes() const override {
    return own_passes();
  }
};

} // namespace

const compiler::Info& compiler_info() {
  // Never destroyed: a job may still run while the process exits.
  static const CudaInfo& info = *new CudaInfo;
  return info;
}

} // namespace cuda

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/target_machine.h"
#include "host/compiler.h"
#include "passes.h"
#include "pipeline.h"
#include "target.h"
#include "wanted_cpus.h"

namespace host {
namespace {

class HostInfo : public compiler::Info {
public:
  HostInfo() {
    about.name = "host";
    about.device_name =
        "the CPU of this machine (" + this_cpu().model + ", " + this_cpu().level->name + ")";
    about.options = {
        {std::string(cpu_option), true,
         "<cpu>[,<cpu>...] make code for each of these instead of this machine's CPU (a level such "
         "as x86-64-v3 or armv8-a, a name such as znver4 or cortex-a72, or native); the best that "
         "runs is loaded"},
        {std::string(compiler::report_option), false,
         "say in the build log how each kernel was vectorised"},
    };
    matrix_functions = true;
    language = {"cl_ext_float_atomics",
                "cl_intel_concurrent_dispatch",
                "cl_khr_3d_image_writes",
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
                "cl_khr_kernel_clock",
                "cl_khr_local_int32_base_atomics",
                "cl_khr_local_int32_extended_atomics",
                "cl_khr_mipmap_image",
                "cl_khr_mipmap_image_writes",
                "cl_khr_srgb_image_writes",
                "cl_khr_subgroup_ballot",
                "cl_khr_subgroup_clustered_reduce",
                "cl_khr_subgroup_extended_types",
                "cl_khr_subgroup_named_barrier",
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
                "__opencl_c_device_enqueue",
                "__opencl_c_ext_fp16_global_atomic_add",
                "__opencl_c_ext_fp16_global_atomic_load_store",
                "__opencl_c_ext_fp16_global_atomic_min_max",
                "__opencl_c_ext_fp16_local_atomic_add",
                "__opencl_c_ext_fp16_local_atomic_load_store",
                "__opencl_c_ext_fp16_local_atomic_min_max",
                "__opencl_c_ext_fp32_global_atomic_add",
                "__opencl_c_ext_fp32_global_atomic_min_max",
                "__opencl_c_ext_fp32_local_atomic_add",
                "__opencl_c_ext_fp32_local_atomic_min_max",
                "__opencl_c_ext_fp64_global_atomic_add",
                "__opencl_c_ext_fp64_global_atomic_min_max",
                "__opencl_c_ext_fp64_local_atomic_add",
                "__opencl_c_ext_fp64_local_atomic_min_max",
                "__opencl_c_ext_image_raw10_raw12",
                "__opencl_c_ext_image_unorm_int_2_101010",
                "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
                "__opencl_c_fp64",
                "__opencl_c_generic_address_space",
                "__opencl_c_images",
                "__opencl_c_int64",
                "__opencl_c_integer_dot_product_input_4x8bit",
                "__opencl_c_integer_dot_product_input_4x8bit_packed",
                "__opencl_c_kernel_clock_scope_device",
                "__opencl_c_kernel_clock_scope_sub_group",
                "__opencl_c_kernel_clock_scope_work_group",
                "__opencl_c_pipes",
                "__opencl_c_program_scope_global_variables",
                "__opencl_c_read_write_images",
                "__opencl_c_subgroups",
                "__opencl_c_work_group_collective_functions"};
  }
  [[nodiscard]] std::unique_ptr<compiler::Target> create_target() const override {
    return std::make_unique<HostTarget>();
  }
  [[nodiscard]] std::span<const compiler::NamedPass> passes() const override {
    return own_passes();
  }
};

} // namespace

const compiler::Info& compiler_info() {
  // Never destroyed: a job may still run while the process exits.
  static const HostInfo& info = *new HostInfo;
  return info;
}

} // namespace host

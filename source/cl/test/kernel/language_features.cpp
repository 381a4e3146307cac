// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CL_DEVICE_OPENCL_C_FEATURES names the macros that programs of OpenCL C 3.0 see, and no others;
// programs of 1.2 see those of extensions only.
#include "kernel_fixture.h"
#include "query.h"

#include <algorithm>

namespace {

/// Of OpenCL C 3.0, section 6.2.1, and of extensions of it.
constexpr const char* features[] = {"__opencl_c_3d_image_writes",
                                    "__opencl_c_atomic_order_acq_rel",
                                    "__opencl_c_atomic_order_seq_cst",
                                    "__opencl_c_atomic_scope_device",
                                    "__opencl_c_atomic_scope_all_devices",
                                    "__opencl_c_device_enqueue",
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

} // namespace

class LanguageFeatures : public ClKernelTest {
protected:
  /// For each feature 1 if it is defined.
  std::vector<cl_int> defined(const char* options) {
    std::string source = "kernel void k(global int* p) {\n";
    for (size_t i = 0; i < std::size(features); ++i) {
      source += "#ifdef " + std::string(features[i]) + "\n  p[" + std::to_string(i) +
                "] = 1;\n#else\n  p[" + std::to_string(i) + "] = 0;\n#endif\n";
    }
    const Owned<cl_program> program = make_program(source + "}\n");
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS)
        << log(program);
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(std::size(features) * sizeof(cl_int));
    set(k, 0, buffer);
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
    return contents<cl_int>(buffer, std::size(features));
  }
};

TEST_F(LanguageFeatures, areThoseThatTheDeviceReports) {
  size_t bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, 0, nullptr, &bytes), CL_SUCCESS);
  std::vector<cl_name_version> reported(bytes / sizeof(cl_name_version));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, bytes, reported.data(), nullptr),
            CL_SUCCESS);
  const std::vector<cl_int> seen = defined("-cl-std=CL3.0");
  for (size_t i = 0; i < std::size(features); ++i) {
    const bool is_reported = std::ranges::any_of(reported, [&](const cl_name_version& feature) {
      return std::string(feature.name) == features[i];
    });
    EXPECT_EQ(seen[i] != 0, is_reported) << features[i];
  }
  for (const cl_name_version& feature : reported) {
    EXPECT_TRUE(std::ranges::find(features, std::string(feature.name)) != std::end(features))
        << feature.name;
    EXPECT_EQ(feature.version, CL_MAKE_VERSION(3, 0, 0)) << feature.name;
  }
}

TEST_F(LanguageFeatures, areNotThereForEarlierPrograms) {
  const std::vector<cl_int> seen = defined("-cl-std=CL1.2");
  for (size_t i = 0; i < std::size(features); ++i) {
    // Clang has the macro of long for 64-bit targets of all versions; dot products are an extension
    // that does not ask for one.
    const std::string name = features[i];
    EXPECT_EQ(seen[i] != 0, name == "__opencl_c_int64" || name.find("dot_product") != name.npos)
        << name;
  }
  EXPECT_EQ(defined(""), seen);
}

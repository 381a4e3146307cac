// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CL_DEVICE_OPENCL_C_FEATURES names the macros that programs of OpenCL C 3.0 see, and no others;
// programs of 1.2 see those of extensions only. The versions that the device reports are those that
// -cl-std takes, and all features that are optional in them are there.
#include "kernel_fixture.h"
#include "query.h"

#include "binary/container.h"

#include <algorithm>

namespace {

/// The features of OpenCL C 3.0, section 6.2.1, and of its extensions.
constexpr const char* features[] = {"__opencl_c_3d_image_writes",
                                    "__opencl_c_atomic_order_acq_rel",
                                    "__opencl_c_atomic_order_seq_cst",
                                    "__opencl_c_atomic_scope_device",
                                    "__opencl_c_atomic_scope_all_devices",
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

/// The reported acceleration of dot products is what the compiler does.
TEST_F(LanguageFeatures, dotProductsThatAreAccelerated) {
  using Properties = cl_device_integer_dot_product_acceleration_properties_khr;
  const auto of_device = [&](cl_device_info name) {
    Properties value = {};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  const auto vectors = of_device(CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR);
  const auto packed =
      of_device(CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR);
  const auto uses_instruction = [&](const char* function) {
    const std::string source = std::string("kernel void k(global uint* p, global uint* q) {\n"
                                           "  size_t i = get_global_id(0);\n  p[i] = ") +
                               function + "(p[i], q[i]);\n}\n";
    const auto program = binary::read(binary_of(build(source.c_str(), "-cl-std=CL3.0")));
    EXPECT_TRUE(program);
    return program && std::ranges::any_of(program->payloads, [](const binary::Payload& payload) {
             return payload.format != "elf" || payload.features.find("vnni") != std::string::npos;
           });
  };
  for (const Properties& properties : {vectors, packed}) {
    EXPECT_EQ(properties.signed_accelerated != 0, uses_instruction("dot_4x8packed_ss_int"));
    EXPECT_EQ(properties.unsigned_accelerated != 0, uses_instruction("dot_4x8packed_uu_uint"));
    EXPECT_EQ(properties.mixed_signedness_accelerated != 0,
              uses_instruction("dot_4x8packed_us_int") && uses_instruction("dot_4x8packed_su_int"));
    EXPECT_FALSE(properties.accumulating_saturating_signed_accelerated);
    EXPECT_FALSE(properties.accumulating_saturating_unsigned_accelerated);
    EXPECT_FALSE(properties.accumulating_saturating_mixed_signedness_accelerated);
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

class LanguageVersions : public ClKernelTest {
protected:
  std::vector<cl_name_version> reported(cl_device_info name) {
    size_t bytes = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &bytes), CL_SUCCESS);
    std::vector<cl_name_version> list(bytes / sizeof(cl_name_version));
    EXPECT_EQ(clGetDeviceInfo(device, name, bytes, list.data(), nullptr), CL_SUCCESS);
    return list;
  }
  /// The value of `__OPENCL_C_VERSION__`.
  cl_int seen_with(const std::string& options) {
    return value_of("kernel void k(global int* p) { *p = __OPENCL_C_VERSION__; }", options);
  }
  /// The value that a kernel of one work-item stores.
  cl_int value_of(const std::string& source, const std::string& options) {
    const Owned<cl_program> program = make_program(source);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr), CL_SUCCESS)
        << log(program);
    const Owned<cl_kernel> k = kernel_of(program);
    const Owned<cl_mem> buffer = make_buffer(sizeof(cl_int));
    set(k, 0, buffer);
    EXPECT_EQ(launch(k, 1), CL_SUCCESS);
    return contents<cl_int>(buffer, 1)[0];
  }
};

TEST_F(LanguageVersions, areTakenByBuilds) {
  const auto versions = reported(CL_DEVICE_OPENCL_C_ALL_VERSIONS);
  std::vector<cl_version> numbers;
  for (const cl_name_version& each : versions) {
    EXPECT_STREQ(each.name, "OpenCL C");
    const unsigned major = CL_VERSION_MAJOR(each.version), minor = CL_VERSION_MINOR(each.version);
    EXPECT_EQ(seen_with("-cl-std=CL" + std::to_string(major) + "." + std::to_string(minor)),
              cl_int(100 * major + 10 * minor));
    numbers.push_back(each.version);
  }
  EXPECT_EQ(numbers, (std::vector<cl_version>{CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                              CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(2, 0, 0),
                                              CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)}));
}

TEST_F(LanguageVersions, ofProgramsThatNameNoneIsTheNewest1x) { EXPECT_EQ(seen_with(""), 120); }

TEST_F(LanguageVersions, theNewestHasAllThatIsOptional) {
  // OpenCL 3.1, table of device queries: only then is a version above 1.2 reported as the newest
  // that earlier programs are programs of.
  cl_version newest = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, sizeof newest, &newest,
                            nullptr),
            CL_SUCCESS);
  EXPECT_EQ(newest, CL_MAKE_VERSION(3, 1, 0));
  EXPECT_EQ(reported(CL_DEVICE_OPENCL_C_FEATURES).size(), std::size(features));
}

TEST_F(LanguageVersions, programsOf20HaveAllThatItRequires) {
  EXPECT_EQ(value_of(R"(
    global int counter = 5;
    global atomic_int flag = ATOMIC_VAR_INIT(1);
    int twice(int* generic_pointer) { return 2 * *generic_pointer; }
    kernel void filter(read_only image3d_t in, write_only image3d_t out, read_write image2d_t both,
                       read_only pipe int from, write_only pipe int to, queue_t queue) {
      int4 where = (int4)(0);
      write_imagef(out, where, read_imagef(in, where));
      write_imagef(both, where.xy, read_imagef(both, where.xy) + 1.0f);
      int packet;
      if (!read_pipe(from, &packet)) write_pipe(to, &packet);
      enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ counter = 1; });
    }
    kernel void k(global int* out) {
      int own = 3;
      local int shared;
      shared = 4;
      work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
      atomic_fetch_add_explicit(&flag, 1, memory_order_acq_rel, memory_scope_all_svm_devices);
      *out = twice(&own) + twice(&shared) + counter + atomic_load(&flag) +
             work_group_reduce_add(10) + 100 * ctz(8) + (to_local(&own) != 0) +
             1000 * (int)get_enqueued_local_size(0) + 10000 * work_group_all(1);
    }
  )",
                     "-cl-std=CL2.0"),
            6 + 8 + 5 + 2 + 10 + 300 + 1000 + 10000);
}

/// The names of extensions of the language that the device reports are macros in every version.
TEST_F(LanguageVersions, haveTheMacrosOfExtensions) {
  for (const char* version : {"", "-cl-std=CL2.0", "-cl-std=CL3.1"}) {
    for (const char* name :
         {"cl_intel_subgroups", "cl_intel_subgroups_char", "cl_intel_subgroups_short",
          "cl_intel_subgroups_long", "cl_intel_subgroup_local_block_io",
          "cl_intel_required_subgroup_size"}) {
      EXPECT_EQ(
          value_of("kernel void k(global int* p) { *p = " + std::string(name) + "; }", version), 1)
          << name;
    }
  }
}

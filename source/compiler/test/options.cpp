// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

#include <algorithm>
#include <fstream>

namespace {

constexpr char trivial[] = "kernel void k(global int* p) { *p = 1; }";

TEST(Options, everyOneOfOpenCl12IsTaken) {
  for (const char* option : {"-DX",
                             "-D X=1",
                             "-I /tmp",
                             "-I/tmp",
                             "-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
                             "-cl-mad-enable",
                             "-cl-no-signed-zeros",
                             "-cl-unsafe-math-optimizations",
                             "-cl-finite-math-only",
                             "-cl-fast-relaxed-math",
                             "-w",
                             "-Werror",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL2.0",
                             "-cl-std=CL3.0",
                             "-cl-std=CL3.1",
                             "-cl-std=CLC++",
                             "-cl-std=CLC++2021",
                             "-cl-kernel-arg-info",
                             "-cl-uniform-work-group-size",
                             "-cl-no-subgroup-ifp",
                             "-lanewise-zero-memory=local",
                             "-lanewise-zero-memory=private",
                             "-lanewise-zero-memory=local,private",
                             "-g"}) {
    const auto response = build(trivial, option);
    EXPECT_EQ(response.status, compiler::Status::success) << option << ": " << response.log;
    EXPECT_EQ(response.log, "") << option;
  }
}

TEST(Options, wrongOnesAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"-cl-no-such-thing", "unknown option '-cl-no-such-thing'"},
      {"-D", "option '-D' lacks its value"},
      {"-cl-std=CL7", "unknown language version 'CL7'"},
      {"-lanewise-zero-memory=global", "unknown memory 'global' in '-lanewise-zero-memory'"},
      {"-lanewise-zero-memory=", "unknown memory '' in '-lanewise-zero-memory'"},
      {"-lanewise-zero-memory", "unknown option '-lanewise-zero-memory'"},
      {"-create-library", "option '-create-library' is only one of the linker"},
      {"-lanewise-cpu", "option '-lanewise-cpu' lacks its value"},
  };
  for (const auto& [option, sentence] : cases) {
    const auto response = build(trivial, option);
    EXPECT_EQ(response.status, compiler::Status::invalid_options) << option;
    EXPECT_NE(response.log.find(sentence), std::string::npos) << response.log;
  }
}

TEST(Options, macrosKeepQuotesAndSpaces) {
  const auto response =
      build("kernel void k(global char* p) { constant char* t = TEXT; *p = t[1]; }\n"
            "constant char check[sizeof(TEXT) == 4 ? 1 : -1] = {0};",
            R"(-D "TEXT=\"a b\"")");
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
}

TEST(Options, inlineFunctionsAreThereWithAndWithoutOptimisation) {
  for (const char* option : {"", "-cl-opt-disable", "-g -cl-opt-disable"}) {
    const auto response = build("inline int f(int x) { return x + 1; }"
                                "kernel void k(global int* p) { *p = f(*p); }",
                                option);
    EXPECT_EQ(response.status, compiler::Status::success) << option << ": " << response.log;
  }
}

TEST(Options, includesFromAFolder) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "lanewise_included.h") << "#define VALUE 7\n";
  const auto response = build("#include \"lanewise_included.h\"\n"
                              "kernel void k(global int* p) { *p = VALUE; }",
                              "-I " + folder);
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
}

TEST(Options, versionsOfTheLanguage) {
  const std::string source =
      "constant char check[__OPENCL_C_VERSION__ == EXPECTED ? 1 : -1] = {0};";
  for (const char* options :
       {"-DEXPECTED=120", "-cl-std=CL1.1 -DEXPECTED=110", "-cl-std=CL1.2 -DEXPECTED=120",
        "-cl-std=CL2.0 -DEXPECTED=200", "-cl-std=CL3.0 -DEXPECTED=300",
        "-cl-std=CL3.1 -DEXPECTED=310", "-cl-std=cl3.1 -Werror -DEXPECTED=310"}) {
    const auto response = build(source, options);
    EXPECT_EQ(response.status, compiler::Status::success) << options << ": " << response.log;
  }
}

TEST(Options, versionOfTheDeviceIsSeenByAllPrograms) {
  for (const char* options : {"", "-cl-std=CL1.0", "-cl-std=CL3.1", "-cl-std=CLC++2021"}) {
    const auto response =
        build(std::string("#if __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310\n"
                          "#error of another version\n#endif\n") +
                  trivial,
              options);
    EXPECT_EQ(response.status, compiler::Status::success) << options << ": " << response.log;
  }
}

TEST(Options, versionsOfCppForOpenCl) {
  const std::string source =
      "constant char check[__OPENCL_CPP_VERSION__ == EXPECTED ? 1 : -1] = {0};";
  for (const char* options : {"-cl-std=CLC++ -DEXPECTED=100", "-cl-std=CLC++1.0 -DEXPECTED=100",
                              "-cl-std=CLC++2021 -DEXPECTED=202100"}) {
    const auto response = build(source, options);
    EXPECT_EQ(response.status, compiler::Status::success) << options << ": " << response.log;
  }
}

/// Whether the text of a program has `name`, as the language's version decides.
bool defines(const char* version, const char* name) {
  return build("#ifndef " + std::string(name) + "\n#error not there\n#endif\n" + trivial,
               "-cl-std=" + std::string(version))
             .status == compiler::Status::success;
}

TEST(Options, versionsDecideWhichFeaturesThereAre) {
  for (const char* feature : {"__opencl_c_subgroups",
                              "__opencl_c_work_group_collective_functions",
                              "__opencl_c_images",
                              "__opencl_c_3d_image_writes",
                              "__opencl_c_fp64",
                              "__opencl_c_generic_address_space",
                              "__opencl_c_int64",
                              "__opencl_c_device_enqueue",
                              "__opencl_c_pipes",
                              "__opencl_c_program_scope_global_variables",
                              "__opencl_c_read_write_images",
                              "__opencl_c_atomic_order_acq_rel",
                              "__opencl_c_atomic_order_seq_cst",
                              "__opencl_c_atomic_scope_device",
                              "__opencl_c_atomic_scope_all_devices",
                              "cl_ext_float_atomics",
                              "__opencl_c_ext_fp16_global_atomic_load_store",
                              "__opencl_c_ext_fp32_local_atomic_add",
                              "__opencl_c_ext_fp64_global_atomic_min_max",
                              "__opencl_c_ext_image_unorm_int_2_101010",
                              "__opencl_c_ext_image_raw10_raw12",
                              "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
                              "cl_khr_subgroup_ballot",
                              "cl_khr_subgroup_clustered_reduce",
                              "cl_khr_subgroup_extended_types",
                              "cl_khr_subgroup_non_uniform_arithmetic",
                              "cl_khr_subgroup_non_uniform_vote",
                              "cl_khr_subgroup_rotate",
                              "cl_khr_subgroup_shuffle",
                              "cl_khr_subgroup_shuffle_relative",
                              "cl_khr_work_group_uniform_arithmetic"}) {
    EXPECT_TRUE(defines("CL3.0", feature)) << feature;
    EXPECT_TRUE(defines("CLC++2021", feature)) << feature;
    // Clang has this macro for 64-bit targets of all versions.
    EXPECT_EQ(defines("CL1.2", feature), std::string(feature) == "__opencl_c_int64") << feature;
  }
  for (const char* extension : {"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
                                "__opencl_c_integer_dot_product_input_4x8bit",
                                "__opencl_c_integer_dot_product_input_4x8bit_packed"}) {
    for (const char* version : {"CL1.0", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++2021"}) {
      EXPECT_TRUE(defines(version, extension)) << extension << " in " << version;
    }
  }
  for (const char* version : {"CL2.0", "CL3.0", "CL3.1", "CLC++2021"}) {
    EXPECT_TRUE(defines(version, "cl_khr_subgroups")) << version;
    EXPECT_TRUE(defines(version, "cl_khr_subgroup_named_barrier")) << version;
  }
  EXPECT_FALSE(defines("CL1.2", "cl_khr_subgroups"));
  EXPECT_FALSE(defines("CL1.2", "cl_khr_subgroup_named_barrier"));
}

TEST(Options, olderProgramsMayHaveFunctionsNamedAsLaterOnes) {
  const auto response = build("int sub_group_reduce_add(int x) { return x + 1; }\n"
                              "int work_group_any(int x) { return x + 2; }\n"
                              "uint bit_reverse(uint x) { return x + 3; }\n"
                              "kernel void k(global int* p) {\n"
                              "  *p = sub_group_reduce_add(work_group_any(*p)) + bit_reverse(1);\n"
                              "}",
                              "");
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  // The functions of sub-groups are also cl_intel_subgroups', which is there for 1.2.
  for (const auto& [call, is_in_1_2] :
       {std::pair("sub_group_reduce_add(1)", true), std::pair("sub_group_rotate(1, 1)", false),
        std::pair("work_group_any(1)", false)}) {
    const std::string source = "kernel void k(global int* p) { *p = " + std::string(call) + "; }";
    EXPECT_EQ(build(source, "").status == compiler::Status::success, is_in_1_2) << call;
    EXPECT_EQ(build(source, "-cl-std=CL3.0").status, compiler::Status::success) << call;
  }
}

TEST(Options, programsOfAnyVersionMaySayNosvm) {
  const std::string source =
      "kernel void k(__attribute__((nosvm)) global int* p, int x) { *p = x; }";
  for (const char* version : {"", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0"}) {
    const auto response = build(source, version);
    EXPECT_EQ(response.status, compiler::Status::success) << version << ": " << response.log;
  }
  EXPECT_EQ(build("kernel void k(global int* p) { int nosvm = *p; *p = -nosvm; }", "").status,
            compiler::Status::success);
  const auto with_ctz = build("kernel void k(__attribute__((nosvm)) global int* p) {\n"
                              "  *p = ctz(*p);\n}",
                              "");
  EXPECT_EQ(with_ctz.status, compiler::Status::success) << with_ctz.log;
  EXPECT_NE(build("kernel void k(__attribute__((nosvm)) global int* p) { wrong }", "").status,
            compiler::Status::success);
}

TEST(Options, programsInCppForOpenCl) {
  for (const char* version : {"-cl-std=CLC++", "-cl-std=CLC++2021"}) {
    const auto response =
        build("template <typename T> struct Pair { T a, b; T sum() { return a + b; } };\n"
              "kernel void k(global int* p) {\n"
              "  auto twice = [](int x) { return 2 * x; };\n"
              "  *p = Pair<int>{twice(p[0]), p[1]}.sum();\n"
              "}",
              version);
    EXPECT_EQ(response.status, compiler::Status::success) << version << ": " << response.log;
  }
}

TEST(Options, theDevicesOwnAreReportedAndTaken) {
  const auto targets = compiler::targets();
  ASSERT_TRUE(targets) << targets.error();
  const auto host = std::find_if(targets->begin(), targets->end(),
                                 [](const auto& target) { return target.name == "host"; });
  ASSERT_NE(host, targets->end());
  EXPECT_EQ(host->options.size(), 2u);
  for (const char* value : {"-lanewise-cpu=x86-64", "-lanewise-cpu x86-64"}) {
    const auto response = build(trivial, std::string("-lanewise-vec-report ") + value);
    EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  }
}

TEST(Options, reportOfTheVectorizerIsInTheLog) {
  const auto response =
      build("kernel void k(global int* p, global const int* q) {\n"
            "  int i = get_global_id(0);\n"
            "  p[i] = p[q[i]];\n"
            "}\n"
            "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void one(global int* p) {\n"
            "  p[get_global_id(0)] = 1;\n"
            "}\n",
            "-lanewise-vec-report");
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  EXPECT_NE(response.log.find("kernel 'k' is vectorised"), std::string::npos) << response.log;
  EXPECT_NE(response.log.find(":3:10: a load gathers"), std::string::npos) << response.log;
  EXPECT_NE(response.log.find("\n    p[i] = p[q[i]];\n           ^\n"), std::string::npos)
      << response.log;
  EXPECT_NE(response.log.find("\n  what helps: make the index linear"), std::string::npos)
      << response.log;
  EXPECT_NE(response.log.find("summary of kernel 'k': "), std::string::npos) << response.log;
  EXPECT_NE(response.log.find("kernel 'one' is not vectorised: its work-groups"), std::string::npos)
      << response.log;
}

} // namespace

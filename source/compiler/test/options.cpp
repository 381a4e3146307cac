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
                             "-cl-std=CL3.0",
                             "-cl-kernel-arg-info",
                             "-cl-uniform-work-group-size",
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
      {"-create-library", "option '-create-library' is only one of the linker"},
      {"-host-value", "option '-host-value' lacks its value"},
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
  for (const char* options : {"-DEXPECTED=120", "-cl-std=CL1.1 -DEXPECTED=110",
                              "-cl-std=CL1.2 -DEXPECTED=120", "-cl-std=CL3.0 -DEXPECTED=300"}) {
    const auto response = build(source, options);
    EXPECT_EQ(response.status, compiler::Status::success) << options << ": " << response.log;
  }
}

TEST(Options, theDevicesOwnAreReportedAndTaken) {
  const auto targets = compiler::targets();
  ASSERT_TRUE(targets) << targets.error();
  const auto host = std::find_if(targets->begin(), targets->end(),
                                 [](const auto& target) { return target.name == "host"; });
  ASSERT_NE(host, targets->end());
  EXPECT_EQ(host->options.size(), 5u);
  for (const char* value : {"-host-value=seven", "-host-value seven"}) {
    const auto response = build(trivial, std::string("-host-flag-one -host-flag-two ") + value);
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
            "-g -lanewise-vec-report");
  EXPECT_EQ(response.status, compiler::Status::success) << response.log;
  EXPECT_NE(response.log.find("kernel 'k' is vectorised"), std::string::npos) << response.log;
  EXPECT_NE(response.log.find("line 3: a load gathers"), std::string::npos) << response.log;
  EXPECT_NE(response.log.find("kernel 'one' is not vectorised: its work-groups"), std::string::npos)
      << response.log;
}

} // namespace

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

namespace {

using compiler::Operation;
using compiler::Status;

compiler::Response compile(const std::string& source,
                           const std::vector<compiler::Header>& headers = {}) {
  return compiler::run({Operation::compile, "host", "", source, "", headers, {}});
}

compiler::Response link(const std::vector<binary::bytes>& inputs, const std::string& options = "") {
  return compiler::run({Operation::link, "host", options, "", "", {}, inputs});
}

const std::string caller = "int f(int); kernel void k(global int* p) { *p = f(*p); }";

TEST(Link, objectsBecomeAnExecutable) {
  const auto first = compile(caller), second = compile("int f(int n) { return n + 1; }");
  EXPECT_EQ(program_of(first).kind, binary::Kind::object);
  const auto linked = program_of(link({first.binary, second.binary}));
  EXPECT_EQ(linked.kind, binary::Kind::executable);
  ASSERT_EQ(linked.kernels.size(), 1u);
  EXPECT_FALSE(linked.payloads.at(0).code.empty());
}

TEST(Link, librariesServeLaterLinks) {
  const auto object = compile("int f(int n) { return n + 1; }");
  const auto library = link({object.binary}, "-create-library -enable-link-options");
  EXPECT_EQ(program_of(library).kind, binary::Kind::library);
  EXPECT_EQ(link({compile(caller).binary, library.binary}).status, Status::success);
}

TEST(Link, theDevicesOwnOptionsAreInTheIr) {
  const auto object = compile("kernel void k(global int* p) { *p = 1; }");
  const auto has_option = [](const compiler::Response& response) {
    const binary::bytes ir = program_of(response).ir;
    return std::string(ir.begin(), ir.end()).find("-lanewise-cpux86-64-v2") != std::string::npos;
  };
  EXPECT_FALSE(has_option(link({object.binary})));
  EXPECT_TRUE(has_option(link({object.binary}, "-lanewise-cpu=x86-64-v2")));
  EXPECT_TRUE(
      has_option(build("kernel void k(global int* p) { *p = 1; }", "-lanewise-cpu=x86-64-v2")));
}

TEST(Link, missingAndDoubleDefinitions) {
  expect_failure(link({compile(caller).binary}), "undefined reference to 'f'");
  const auto f = compile("int f(int n) { return n + 1; }");
  expect_failure(link({compile(caller).binary, f.binary, f.binary}), "symbol multiply defined");
}

TEST(Link, embeddedHeadersComeBeforeTheDisk) {
  const auto response =
      compile("#include \"sub/a.h\"\nkernel void k(global int* p) { *p = A; }",
              {{"sub/a.h", "#include \"b.h\"\n#define A B\n"}, {"b.h", "#define B 3\n"}});
  EXPECT_EQ(response.status, Status::success) << response.log;
}

TEST(Link, damagedInput) {
  auto object = compile(caller).binary;
  object[object.size() / 2] ^= 1;
  EXPECT_EQ(link({object}).status, Status::invalid_binary);
  EXPECT_EQ(link({}).status, Status::failure);
}

TEST(Link, sameInputGivesTheSameBytes) {
  const std::string source =
      "kernel void k(global float* p) { local float t[4]; t[get_local_id(0)] = *p;"
      "barrier(1); p[get_global_id(0)] = t[0] / p[1]; }";
  EXPECT_EQ(build(source).binary, build(source).binary);
}

} // namespace

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs of many kernels, whose code is generated in several parts.
#include "run.h"

#include <chrono>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <vector>

namespace {

/// Kernels k0, k1, ... of which each needs another amount of local memory.
std::string many_kernels(int count, const std::string& statement = "") {
  std::string source;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global float* p) { local float l[" + n + " + 1];" +
              "l[get_local_id(0) % (" + n + " + 1)] = p[get_global_id(0)];" +
              "barrier(CLK_LOCAL_MEM_FENCE); p[get_global_id(0)] += l[0] * " + n + ";" + statement +
              "}\n";
  }
  return source;
}

TEST(Parts, eachKernelIsCompiledWithItsFacts) {
  const auto program = program_of(build(many_kernels(17)));
  EXPECT_EQ(program.payloads.size(), 4U);
  ASSERT_EQ(program.kernels.size(), 17U);
  size_t found = 0;
  for (size_t i = 0; i < program.kernels.size(); ++i) {
    const binary::Kernel& kernel = program.kernels[i];
    EXPECT_EQ(kernel.name, "k" + std::to_string(i));
    EXPECT_GE(kernel.local_bytes, 4 * (i + 1));
    for (const binary::Payload& part : program.payloads) {
      // With the end of the text, as it stands in the object's table of symbols.
      const std::string code(part.code.begin(), part.code.end());
      found += code.find(std::string(1, '\0') + kernel.entry + '\0') != std::string::npos;
    }
  }
  EXPECT_EQ(found, program.kernels.size());
}

TEST(Parts, sameInputGivesTheSameBytes) {
  const std::string source = many_kernels(12);
  const auto once = build(source);
  EXPECT_EQ(program_of(once).payloads.size(), 3U);
  EXPECT_EQ(once.binary, build(source).binary);
}

/// While it lives, this thread and those that it starts have one CPU.
class OneCpu {
public:
  OneCpu() {
    EXPECT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
      if (CPU_ISSET(cpu, &before)) {
        CPU_SET(cpu, &one);
      }
    }
    EXPECT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  }
  OneCpu(const OneCpu&) = delete;
  ~OneCpu() { sched_setaffinity(0, sizeof before, &before); }

private:
  cpu_set_t before = {};
};

TEST(Parts, theNumberOfThreadsIsNotSeen) {
  const std::string source = many_kernels(16);
  const auto together = build(source, "-lanewise-vec-report");
  EXPECT_EQ(program_of(together).payloads.size(), 4U);
  const OneCpu alone;
  const auto apart = build(source, "-lanewise-vec-report");
  EXPECT_EQ(together.binary, apart.binary);
  EXPECT_EQ(together.log, apart.log);
}

TEST(Parts, eachHasCodeForEachCpu) {
  const auto program = program_of(build(many_kernels(8), "-lanewise-cpu=x86-64-v2,x86-64-v3"));
  EXPECT_EQ(program.payloads.size(), 4U);
}

TEST(Parts, programsInOnePiece) {
  EXPECT_EQ(program_of(build(many_kernels(7))).payloads.size(), 1U);
  EXPECT_EQ(program_of(build(many_kernels(8), "-g")).payloads.size(), 1U);
  EXPECT_EQ(program_of(build(many_kernels(8), "-cl-opt-disable")).payloads.size(), 1U);
  // Calls of printf are numbered in the program.
  EXPECT_EQ(program_of(build(many_kernels(8, "printf(\"%f\", *p);"))).payloads.size(), 1U);
}

TEST(Parts, linkedProgramsHaveThemToo) {
  const auto compile = [](const std::string& source) {
    return compiler::run({compiler::Operation::compile, "host", "", source, "", {}, {}}).binary;
  };
  std::string others = many_kernels(9);
  for (size_t at = 0; (at = others.find("void k", at)) != std::string::npos; at += 6) {
    others.replace(at, 6, "void o");
  }
  const auto linked = compiler::run({compiler::Operation::link,
                                     "host",
                                     "",
                                     "",
                                     "",
                                     {},
                                     {compile(many_kernels(7)), compile(others)}});
  const auto program = program_of(linked);
  EXPECT_EQ(program.kernels.size(), 16U);
  EXPECT_EQ(program.payloads.size(), 4U);
}

TEST(Parts, theBudgetIsTheWholes) {
  const std::string source = many_kernels(16) + slow_kernel;
  setenv("LANEWISE_BUILD_SECONDS", "8", 1);
  const auto begin = std::chrono::steady_clock::now();
  const auto response = build(source);
  const auto time = std::chrono::steady_clock::now() - begin;
  unsetenv("LANEWISE_BUILD_SECONDS");
  EXPECT_EQ(program_of(response).kernels.size(), 17U);
  EXPECT_NE(response.log.find("warning: optimisation took longer than 8 s of processor time"),
            std::string::npos)
      << response.log;
  EXPECT_LT(time, std::chrono::seconds(20));
  EXPECT_EQ(program_of(build(many_kernels(16))).payloads.size(), 4U); // and all goes on
}

TEST(Parts, whatOneCannotCompileFailsTheWhole) {
  expect_failure(build(many_kernels(16) +
                       "kernel void bad(global int* p) { __asm__ volatile(\"no_such_thing\"); }"),
                 "invalid instruction mnemonic");
  expect_failure(build("int foreign(void) __asm(\"llvm.amdgcn.workitem.id.x\");\n" +
                       many_kernels(16) + "kernel void bad(global int* p) { *p = foreign(); }"),
                 "the compiler failed");
  EXPECT_EQ(program_of(build(many_kernels(16))).payloads.size(), 4U);
}

} // namespace

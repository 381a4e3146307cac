// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LANEWISE_COMPILER=process, which this program's tests run with.
#include "../run.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr char good[] = "kernel void k(global int* p) { *p = 1; }";
const std::string crashing =
    "kernel void k(global int* p) { *p = " + std::string(200'000, '~') + "1; }";

/// In the environment that workers begin with: whose they are. Tests run beside each other.
std::string mark() { return "WORKER_OF=" + std::to_string(getpid()); }

class Worker : public testing::Test {
protected:
  void SetUp() override {
    setenv("LANEWISE_COMPILER", "process", 1);
    setenv("WORKER_OF", std::to_string(getpid()).c_str(), 1);
  }
};

/// Processes of this test's workers.
std::vector<pid_t> workers() {
  std::vector<pid_t> result;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::error_code error;
    const auto program = std::filesystem::read_symlink(entry.path() / "exe", error);
    std::ifstream file(entry.path() / "environ");
    const std::string variables(std::istreambuf_iterator<char>(file), {});
    if (program == WORKER && variables.find(mark() + '\0') != std::string::npos) {
      result.push_back(std::stoi(entry.path().filename()));
    }
  }
  return result;
}

void kill_workers() {
  for (const pid_t each : workers()) {
    kill(each, SIGKILL);
  }
}

TEST_F(Worker, buildsAndTheLibraryIsNotHere) {
  EXPECT_EQ(program_of(build(good)).kernels.size(), 1U);
  EXPECT_FALSE(compiler::is_loaded());
  std::ifstream maps("/proc/self/maps");
  const std::string all(std::istreambuf_iterator<char>(maps), {});
  EXPECT_EQ(all.find("lanewise-compiler"), std::string::npos);
}

TEST_F(Worker, makesWhatTheLibraryMakes) {
  const auto there = build(good, "-DX=1 -cl-fast-relaxed-math");
  unsetenv("LANEWISE_COMPILER");
  const auto here = build(good, "-DX=1 -cl-fast-relaxed-math");
  EXPECT_EQ(there.binary, here.binary);
}

TEST_F(Worker, makesTheSameOfProgramsCompiledInParallel) {
  std::string source;
  for (int i = 0; i < 16; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global int* p) { p[get_global_id(0)] *= " + n + "; }\n";
  }
  const auto there = build(source);
  EXPECT_EQ(program_of(there).payloads.size(), 4U);
  unsetenv("LANEWISE_COMPILER");
  EXPECT_EQ(there.binary, build(source).binary);
}

TEST_F(Worker, crashesFailTheBuildOnly) {
  for (int i = 0; i < 2; ++i) {
    expect_failure(build(crashing), "error: the compiler failed: it crashed, maybe because");
    program_of(build(good));
  }
}

TEST_F(Worker, errorsAreThoseOfTheLibrary) {
  expect_failure(build("kernel void k(global int* p) { *p = nothing; }"),
                 "<program source>:1:37: error: use of undeclared identifier 'nothing'");
  program_of(build(good));
}

TEST_F(Worker, killedWhileIdleIsReplaced) {
  program_of(build(good));
  EXPECT_EQ(workers().size(), 1U);
  kill_workers();
  program_of(build(good));
}

/// While it is idle, or at work: the build fails when its time is over, and the next one has
/// another.
TEST_F(Worker, thatIsStoppedIsGivenUp) {
  setenv("LANEWISE_BUILD_SECONDS", "1", 1);
  program_of(build(good));
  ASSERT_EQ(workers().size(), 1U);
  const pid_t stopped = workers().front();
  kill(stopped, SIGSTOP);
  const std::string large = "// " + std::string(4 << 20, 'x') + "\n"; // more than a socket holds
  const auto begin = std::chrono::steady_clock::now();
  expect_failure(build(large + good), "error: the compiler's process does not answer");
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(took, std::chrono::seconds(2)) << "its time, twice";
  EXPECT_LT(took, std::chrono::seconds(30));
  program_of(build(good));
  kill(stopped, SIGKILL);
  unsetenv("LANEWISE_BUILD_SECONDS");
}

TEST_F(Worker, isNoChildToWaitFor) {
  program_of(build(good));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST_F(Worker, keepsNoFileOfTheApplicationOpen) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  program_of(build(good));
  close(ends[1]);
  char byte;
  EXPECT_EQ(read(ends[0], &byte, 1), 0) << "the other end is open somewhere";
  close(ends[0]);
}

TEST_F(Worker, seesTheEnvironmentAndTheFolderAsTheyAreNow) {
  constexpr char varying[] = "kernel void k(global int* p) { p[get_global_id(0)] = 1; }";
  const auto before = build(varying);
  setenv("LANEWISE_VECTORIZE", "4", 1);
  EXPECT_NE(build(varying).binary, before.binary);
  unsetenv("LANEWISE_VECTORIZE");
  EXPECT_EQ(build(varying).binary, before.binary);

  char folder[] = "/tmp/lanewise-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder));
  const std::string header = std::string(folder) + "/here.h";
  std::ofstream(header) << good;
  EXPECT_EQ(build("#include \"here.h\"", "-I .").status, compiler::Status::failure);
  ASSERT_EQ(chdir(folder), 0);
  program_of(build("#include \"here.h\"", "-I ."));
  unlink(header.c_str());
  rmdir(folder);
}

TEST_F(Worker, servesManyThreadsAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] {
      program_of(build(good));
      expect_failure(build(crashing), "it crashed");
      program_of(build(good));
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
}

TEST_F(Worker, servesAForkedChildAndItsParent) {
  program_of(build(good));
  const pid_t child = fork();
  if (child == 0) {
    _exit(build(good).status == compiler::Status::success ? 0 : 1);
  }
  program_of(build(good));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST_F(Worker, missingProgramIsNamed) {
  kill_workers(); // those of other tests would do
  setenv("LANEWISE_COMPILER_LIBRARY", "/nowhere/liblanewise-compiler.so", 1);
  const auto response = build(good);
  unsetenv("LANEWISE_COMPILER_LIBRARY");
  EXPECT_EQ(response.status, compiler::Status::internal_error);
  EXPECT_EQ(response.log, "error: cannot start /nowhere/lanewise-compiler-worker: No such file or "
                          "directory\n");
}

} // namespace

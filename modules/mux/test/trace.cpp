// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace, as another process writes it: the environment is read once.
#include "mux/mux.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// What this program writes when it runs one of its tests, with LANEWISE_TRACE_CALLS if that is not
/// null.
std::string output_of(const char* calls, const std::string& test) {
  int ends[2] = {};
  EXPECT_EQ(pipe(ends), 0);
  const std::string filter = "--gtest_filter=" + test;
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    calls != nullptr ? setenv("LANEWISE_TRACE_CALLS", calls, 1) : unsetenv("LANEWISE_TRACE_CALLS");
    execl("/proc/self/exe", "mux_test", filter.c_str(), "--gtest_also_run_disabled_tests",
          static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> buffer = {};
  for (ssize_t got = 0; (got = read(ends[0], buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << text;
  return text;
}

TEST(Trace, writesALineForEachCall) {
  const std::string text = output_of("-", "Targets.areListed");
  EXPECT_NE(text.find("muxGetTargetInfos(capacity=0, out_infos=0x0, out_length=0x"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(") = mux_success, "), std::string::npos);
  EXPECT_NE(text.find(") = mux_error_null_pointer, "), std::string::npos);
}

TEST(Trace, writesToAFile) {
  const std::string path = testing::TempDir() + "mux_trace." + std::to_string(getpid());
  const std::string text = output_of(path.c_str(), "Targets.areListed");
  EXPECT_EQ(text.find("muxGetTargetInfos("), std::string::npos);
  std::FILE* file = std::fopen(path.c_str(), "re");
  ASSERT_NE(file, nullptr);
  std::array<char, 4096> line = {};
  bool found = false;
  while (std::fgets(line.data(), line.size(), file) != nullptr) {
    found = found || std::string(line.data()).find("muxGetTargetInfos(") != std::string::npos;
  }
  std::fclose(file);
  unlink(path.c_str());
  EXPECT_TRUE(found);
}

/// Daemons close all descriptors. The number of the trace's file then belongs to another one.
TEST(Trace, goesOnIfItsDescriptorIsClosed) {
  const std::string path = testing::TempDir() + "mux_trace." + std::to_string(getpid());
  const std::string text = output_of(path.c_str(), "TraceHelper.DISABLED_closesDescriptors");
  std::FILE* file = std::fopen(path.c_str(), "re");
  ASSERT_NE(file, nullptr) << text;
  std::array<char, 4096> line = {};
  int calls = 0;
  while (std::fgets(line.data(), line.size(), file) != nullptr) {
    calls += std::string(line.data()).find("muxGetTargetInfos(") != std::string::npos ? 1 : 0;
  }
  std::fclose(file);
  unlink(path.c_str());
  EXPECT_EQ(calls, 2);
}

TEST(TraceHelper, DISABLED_closesDescriptors) {
  uint64_t length = 0;
  EXPECT_EQ(muxGetTargetInfos(0, nullptr, &length), mux_success);
  for (int i = 3; i < 64; ++i) {
    close(i);
  }
  char name[] = "/tmp/mux_trace-XXXXXX";
  const int own = mkstemp(name);
  unlink(name);
  while (dup(own) < 63) {
  }
  EXPECT_EQ(muxGetTargetInfos(0, nullptr, &length), mux_success);
  EXPECT_EQ(lseek(own, 0, SEEK_END), 0);
}

TEST(Trace, isOffByDefault) {
  EXPECT_EQ(output_of(nullptr, "Targets.areListed").find("muxGetTargetInfos("), std::string::npos);
}

} // namespace

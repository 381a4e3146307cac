// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace, as another process writes it: the environment is read once.
#include "mux/mux.h"

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace {

/// What this program writes when it runs some of its tests.
std::string output_of(const std::string& environment, const std::string& filter) {
  std::array<char, PATH_MAX> self = {};
  EXPECT_GT(readlink("/proc/self/exe", self.data(), self.size() - 1), 0);
  const std::string command =
      "env " + environment + " '" + self.data() + "' --gtest_filter='" + filter + "' 2>&1";
  std::FILE* pipe = popen(command.c_str(), "re");
  std::string text;
  std::array<char, 4096> buffer;
  for (size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) != 0;) {
    text.append(buffer.data(), got);
  }
  EXPECT_EQ(pclose(pipe), 0) << text;
  return text;
}

TEST(Trace, writesALineForEachCall) {
  const std::string text = output_of("LANEWISE_TRACE_CALLS=-", "Targets.areListed");
  EXPECT_NE(text.find("muxGetTargetInfos(capacity=0, out_infos=0x0, out_length=0x"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(") = mux_success, "), std::string::npos);
  EXPECT_NE(text.find(") = mux_error_null_pointer, "), std::string::npos);
}

TEST(Trace, writesToAFile) {
  const std::string path = testing::TempDir() + "mux_trace." + std::to_string(getpid());
  const std::string text = output_of("LANEWISE_TRACE_CALLS='" + path + "'", "Targets.areListed");
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
  const std::string text =
      output_of("LANEWISE_TRACE_CALLS='" + path + "'", "TraceHelper.DISABLED_closesDescriptors' "
                                                       "--gtest_also_run_disabled_tests '");
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
  EXPECT_EQ(output_of("-u LANEWISE_TRACE_CALLS", "Targets.areListed").find("muxGetTargetInfos("),
            std::string::npos);
}

} // namespace

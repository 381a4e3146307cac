// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/trace.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

/// The timeline of a process that does `work`. (Each process decides once whether it writes one.)
std::string written_by(const std::function<void()>& work, const char* variable = "LANEWISE_TRACE") {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("lanewise-trace-" + std::to_string(getpid()) + ".json"))
                               .string();
  std::filesystem::remove(path);
  const pid_t child = fork();
  if (child == 0) {
    setenv(variable, path.c_str(), 1);
    work();
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::filesystem::remove(path);
  return text;
}

size_t count(const std::string& text, const std::string& part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Trace, IsOffWithoutTheVariable) {
  const std::string text = written_by(
      [] {
        if (trace::enabled()) {
          std::_Exit(1);
        }
        trace::slice("a", "b", 1, 2);
        trace::flush();
      },
      "LANEWISE_SOMETHING_ELSE");
  EXPECT_EQ(text, "");
}

TEST(Trace, SlicesOfThreads) {
  const std::string text = written_by([] {
    trace::slice("compile", "a \"quoted\" name", 1'000'000, 3'500'000, R"("size":7)");
    std::thread([] { trace::slice("groups", "k", 5, 6); }).join();
  });
  EXPECT_TRUE(text.starts_with("[\n")) << text;
  EXPECT_NE(text.find(R"("name":"a \"quoted\" name","cat":"compile")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("ts":1000.000,"dur":2500.000,"args":{"size":7}})"), std::string::npos);
  EXPECT_EQ(count(text, R"("ph":"X")"), 2u);
}

/// As daemons do at their start. The number of the trace's file then belongs to another one.
TEST(Trace, GoesOnIfItsDescriptorIsClosed) {
  const std::string text = written_by([] {
    trace::slice("groups", "before", 1, 2);
    trace::flush();
    char other[] = "/tmp/trace-XXXXXX";
    for (int i = 3; i < 64; ++i) {
      close(i);
    }
    const int own = mkstemp(other);
    std::filesystem::remove(other);
    while (dup(own) < 63) {
    }
    trace::slice("groups", "after", 3, 4);
    trace::flush();
    if (lseek(own, 0, SEEK_END) != 0) {
      std::_Exit(1);
    }
  });
  EXPECT_LT(text.find("before"), text.find("after"));
  EXPECT_EQ(count(text, R"("ph":"X")"), 2u) << text;
}

TEST(Trace, CommandsWithTheirFourTimes) {
  const std::string text =
      written_by([] { trace::command(0xABC, "write", {1000, 2000, 3000, 4000}); });
  for (const char* part : {R"("ph":"b","cat":"queue 0xabc")", R"("ts":1.000,"name":"write")",
                           R"("ts":2.000,"name":"submitted")", R"("ts":3.000,"name":"runs")",
                           R"("ts":4.000,"name":"write")"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Trace, ManyThreadsLoseNothing) {
  const std::string text = written_by([] {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([] {
        for (int k = 0; k < 5000; ++k) {
          trace::slice("c", "n", 1, 2);
        }
      });
    }
    for (auto& thread : threads) {
      thread.join();
    }
  });
  EXPECT_EQ(count(text, R"({"ph":"X","name":"n","cat":"c",)"), 20000u);
  EXPECT_EQ(count(text, "\n"), 20002u) << "one event a line";
}

TEST(Trace, AChildOfForkWritesNothing) {
  const std::string text = written_by([] {
    trace::slice("c", "parent", 1, 2);
    if (fork() == 0) {
      trace::slice("c", "child", 1, 2);
      std::exit(0);
    }
    int status = 0;
    wait(&status);
    std::exit(status == 0 ? 0 : 1); // LeakSanitizer's findings are a status
  });
  EXPECT_EQ(count(text, "parent"), 1u) << text;
  EXPECT_EQ(count(text, "child"), 0u);
}

} // namespace

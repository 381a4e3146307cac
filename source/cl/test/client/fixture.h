// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of what a program does in a process of its own, with an environment of its own: runs of
// client.cpp.
#ifndef CL_TEST_CLIENT_FIXTURE_H
#define CL_TEST_CLIENT_FIXTURE_H

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// A folder of the test's own, with the client's source k.cl in it.
class ClientTest : public testing::Test {
protected:
  ClientTest() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "lanewise-client-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    // With these the compiler is observed, for example by a run of all tests, and then nothing
    // comes from the cache.
    for (const char* name : {"LANEWISE_VERIFY", "LANEWISE_PRINT_AFTER", "LANEWISE_TIME_PASSES",
                             "LANEWISE_DUMP", "LANEWISE_TRACE"}) {
      unsetenv(name);
    }
    write("k.cl", simple);
  }
  ~ClientTest() override { std::filesystem::remove_all(folder); }

  static constexpr char simple[] = "kernel void k(global int *p) { p[get_global_id(0)] = 5; }";

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The output of a shell command; its exit status is in `status`.
  [[nodiscard]] static std::string output_of(const std::string& command, int& status) {
    std::string text;
    // NOLINTNEXTLINE(bugprone-command-processor): programs of the test's
    FILE* pipe = popen(command.c_str(), "r");
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
      text += static_cast<char>(c);
    }
    status = pclose(pipe);
    return text;
  }
  [[nodiscard]] std::string client_command(const std::string& options,
                                           const std::string& variants = "") const {
    return "'" LANEWISE_CLIENT "' '" + (folder / "k.cl").string() + "' '" + options + "' " +
           variants;
  }

  std::filesystem::path folder;
};

#endif

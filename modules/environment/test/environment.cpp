// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "environment/environment.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

using environment::Variable;

void set_all() {
  for (const environment::VariableEntry& row : environment::table()) {
    setenv(row.name, "1", 1);
  }
}

std::string output_of(const std::string& program) {
  // NOLINTNEXTLINE(bugprone-command-processor): a program of this test's
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(program.c_str(), "r"), pclose);
  std::string result;
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
    result += static_cast<char>(c);
  }
  return result;
}

TEST(Environment, GivesWhatIsSet) {
  unsetenv("LANEWISE_TRACE");
  EXPECT_FALSE(environment::is_set(Variable::trace));
  EXPECT_EQ(environment::get(Variable::trace), nullptr);
  EXPECT_EQ(environment::text(Variable::trace), "");
  setenv("LANEWISE_TRACE", "", 1);
  EXPECT_TRUE(environment::is_set(Variable::trace));
  setenv("LANEWISE_TRACE", "/tmp/trace", 1);
  EXPECT_EQ(environment::text(Variable::trace), "/tmp/trace");
}

TEST(Environment, Numbers) {
  const auto number_of = [](const char* value) {
    setenv("LANEWISE_NUM_THREADS", value, 1);
    return environment::number(Variable::num_threads, 1024);
  };
  EXPECT_EQ(number_of("0"), 0u);
  EXPECT_EQ(number_of("1024"), 1024u);
  for (const char* wrong : {"", "1025", "-1", " 1", "1 ", "0x1", "one", "99999999999999999999"}) {
    EXPECT_FALSE(number_of(wrong)) << wrong;
  }
}

TEST(Environment, EveryNameStandsOnceInTheTable) {
  set_all();
  for (const environment::VariableEntry& row : environment::table()) {
    EXPECT_EQ(environment::text(row.variable), "1") << row.name;
    setenv(row.name, "2", 1);
    EXPECT_EQ(environment::text(row.variable), "2") << row.name;
  }
}

TEST(Environment, IsEmptyInSecureProcesses) {
  set_all();
  for (const environment::VariableEntry& row : environment::table()) {
    EXPECT_NE(environment::get(row.variable, false), nullptr) << row.name;
    EXPECT_EQ(environment::get(row.variable, true), nullptr) << row.name;
  }
}

/// The same, as the system has it: a copy of a program that runs as another user than the one who
/// starts it.
TEST(Environment, IsEmptyInASetUserIdProgram) {
  if (getuid() != 0) {
    GTEST_SKIP() << "only root can give a program away";
  }
  set_all();
  std::string folder = (std::filesystem::temp_directory_path() / "environment_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string copy = folder + "/child";
  std::filesystem::copy_file(CHILD, copy);
  const std::string plain = output_of(copy);
  constexpr uid_t nobody = 65534;
  const bool given = chmod(folder.c_str(), 0755) == 0 && chown(copy.c_str(), nobody, nobody) == 0 &&
                     chmod(copy.c_str(), 04755) == 0;
  const std::string secure = output_of(copy);
  std::filesystem::remove_all(folder);
  EXPECT_NE(plain.find("plain LANEWISE_NUM_THREADS"), std::string::npos) << plain;
  if (!given || secure.starts_with("plain")) {
    GTEST_SKIP() << "the file system does not let programs run as their owner";
  }
  EXPECT_EQ(secure, "secure");
}

} // namespace

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tools that show what a kernel does: the timeline, dumps, gdb.
#include "fixture.h"

namespace {

namespace fs = std::filesystem;

class SeeingInside : public ClientTest {
protected:
  void run(const std::string& environment, const std::string& options = "") const {
    int status = -1;
    const std::string text = output_of(environment + " " + client_command(options), status);
    EXPECT_EQ(status, 0) << text;
  }
};

TEST_F(SeeingInside, TheTimelineShowsBuildsCommandsAndWork) {
  const std::string path = (folder / "trace.json").string();
  run("LANEWISE_TRACE='" + path + "'");
  // Viewers do without the array's end; a parser wants it.
  int status = -1;
  const std::string found = output_of(
      "/usr/bin/python3 - '" + path +
          "' <<'END'\n"
          "import json, sys\n"
          "events = json.loads(open(sys.argv[1]).read().rstrip().rstrip(',') + ']')\n"
          "slices = {(e['cat'], e['name']): e for e in events if e['ph'] == 'X'}\n"
          "for key in [('build', 'compiler'), ('build', 'frontend'), ('build', 'optimise'),\n"
          "            ('build', 'emit-object'), ('work', 'k'), ('work', 'transfer')]:\n"
          "    assert slices[key]['dur'] > 0, key\n"
          "whole, part = slices['build', 'compiler'], slices['build', 'optimise']\n"
          "assert whole['ts'] <= part['ts']\n"
          "assert part['ts'] + part['dur'] <= whole['ts'] + whole['dur']\n"
          "for name in ['k', 'read buffer']:\n"
          "    begin, = [e for e in events if e['ph'] == 'b' and e['name'] == name]\n"
          "    of_it = [e for e in events if e.get('id') == begin['id']]\n"
          "    assert [(e['ph'], e['name']) for e in of_it] == [('b', name), ('n', 'submitted'),\n"
          "        ('b', 'runs'), ('e', 'runs'), ('e', name)], of_it\n"
          "    times = [e['ts'] for e in of_it]\n"
          "    assert times == sorted(times), times\n"
          "print('as it should be')\n"
          "END\n",
      status);
  EXPECT_EQ(found, "as it should be\n");
}

TEST_F(SeeingInside, DumpsHoldTheProgramAfterEachStepAndTheAssembly) {
  run("LANEWISE_DUMP='" + (folder / "dump").string() + "'");
  ASSERT_TRUE(fs::exists(folder / "dump"));
  const fs::path job = *fs::directory_iterator(folder / "dump");
  std::string names;
  for (const auto& file : fs::directory_iterator(job)) {
    EXPECT_GT(fs::file_size(file.path()), 0u) << file.path();
    names += file.path().filename().string() + " ";
  }
  for (const char* name : {"00-input.ll", "-vectorize.ll", "-optimise.ll", "-assembly.s"}) {
    EXPECT_NE(names.find(name), std::string::npos) << name << " in " << names;
  }
}

TEST_F(SeeingInside, GdbStopsAtLinesAndShowsVariables) {
  if (std::system("gdb --version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "gdb is not installed";
  }
  write("k.cl", "#line 1 \"my_kernel.cl\"\n"
                "kernel void k(global int *p) {\n"
                "  int id = get_global_id(0);\n"
                "  int twice = id * 2;\n"
                "  p[id] = twice;\n"
                "}\n");
  int status = -1;
  const std::string text = output_of(
      "gdb -nx -batch -ex 'set breakpoint pending on' -ex 'break my_kernel.cl:4 if id == 5' "
      "-ex run -ex 'info locals' -ex 'print p[2]' --args " +
          client_command("-g -cl-opt-disable") + " 2>&1",
      status);
  if (text.find("ptrace: Operation not permitted") != std::string::npos) {
    GTEST_SKIP() << "processes may not be traced here";
  }
  for (const char* expected : {"at my_kernel.cl:4", "id = 5", "twice = 10", "$1 = 4"}) {
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " in " << text;
  }
}

} // namespace

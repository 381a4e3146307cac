// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The persistent cache as programs meet it: which builds are taken from it, and which must not be.
// Each run of the client is a process of its own.
#include "fixture.h"

namespace {

namespace fs = std::filesystem;

class ClCache : public ClientTest {
protected:
  ClCache() {
    setenv("LANEWISE_CACHE", "1", 1);
    setenv("LANEWISE_CACHE_DIR", cache().c_str(), 1);
  }

  [[nodiscard]] fs::path cache() const { return folder / "cache"; }
  [[nodiscard]] size_t entries() const {
    return size_t(std::distance(fs::directory_iterator(cache()), fs::directory_iterator()));
  }

  struct Outcome {
    std::string text; ///< all but the last line
    bool compiled = true;
    int status = -1;
  };
  /// Runs the client, in `in` below the test's folder.
  [[nodiscard]] Outcome run(const std::string& options = "", const std::string& in = ".",
                            const std::string& variants = "") const {
    Outcome outcome;
    outcome.text =
        output_of("cd '" + (folder / in).string() + "' && " + client_command(options, variants),
                  outcome.status);
    const size_t last = outcome.text.rfind("compiler: ");
    if (last != std::string::npos) {
      outcome.compiled = outcome.text.substr(last) == "compiler: needed\n";
      outcome.text.resize(last);
    }
    return outcome;
  }
  void expect_compiled(const Outcome& outcome, const std::string& why) const {
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(outcome.compiled) << why;
  }
  /// Twice: once to fill the cache and once to be served from it. Gives the first outcome.
  Outcome run_both(const std::string& options = "", const std::string& in = ".") const {
    const Outcome first = run(options, in);
    expect_compiled(first, "the first time");
    const Outcome second = run(options, in);
    EXPECT_EQ(second.status, 0) << second.text;
    EXPECT_FALSE(second.compiled) << "the second time";
    EXPECT_EQ(first.text, second.text) << "log, facts and results are the same";
    return first;
  }
};

TEST_F(ClCache, ASecondProcessDoesNotNeedTheCompiler) {
  EXPECT_NE(run_both().text.find("results: 5 5 5"), std::string::npos);
}

TEST_F(ClCache, VariantsAreInItToo) {
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  write("k.cl", "kernel void k(global int *p) { p[get_global_id(0)] = get_local_size(0) > 0; }");
  const Outcome specialised = run_both();
  EXPECT_NE(specialised.text.find("results: 1 1 1"), std::string::npos);
  EXPECT_EQ(entries(), 2u) << "the program and the variant";
  unsetenv("LANEWISE_SPECIALIZE");
}

/// An entry for a variant of one kernel has nothing of the rest of the program in it.
TEST_F(ClCache, VariantsOfALargeProgramAreSmall) {
  std::string source = "constant int table[] = {";
  for (uint32_t i = 0; i < 200'000; ++i) {
    source += std::to_string(i * 2654435761u % 1'000'000'007u) + ",";
  }
  write("k.cl",
        source + "};\n kernel void other(global int *p) { p[0] = table[p[1]]; }\n" + simple);
  const auto bytes = [&] {
    uintmax_t sum = 0;
    for (const auto& entry : fs::directory_iterator(cache())) {
      sum += entry.file_size();
    }
    return sum;
  };
  expect_compiled(run(), "the program"); // which is not launched often enough for a variant
  const uintmax_t program = bytes();
  EXPECT_EQ(entries(), 1u);
  EXPECT_GT(program, 500'000u);
  setenv("LANEWISE_SPECIALIZE", "wait", 1);
  expect_compiled(run(), "the variant");
  EXPECT_EQ(entries(), 2u);
  EXPECT_LT(bytes() - program, 50'000u);
  EXPECT_FALSE(run().compiled) << "the variant is found again";
  unsetenv("LANEWISE_SPECIALIZE");
}

TEST_F(ClCache, GivesBackTheLogAndTheKernelsFacts) {
  write("k.cl", "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int *p) {\n"
                "  local int all[4];\n"
                "#warning look here\n"
                "  all[get_local_id(0)] = get_local_id(0);\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                "  p[get_global_id(0)] = all[3 - get_local_id(0)];\n}\n");
  const Outcome outcome = run_both();
  EXPECT_NE(outcome.text.find("look here"), std::string::npos);
  EXPECT_NE(outcome.text.find("local bytes: 16, required size: 4 1 1"), std::string::npos);
}

TEST_F(ClCache, SourceAndOptionsAndEnvironmentMatter) {
  run_both();
  run_both("-DX=1");
  run_both("-cl-opt-disable");
  write("k.cl", std::string(simple) + "\n");
  run_both();
  setenv("LANEWISE_CPU", "x86-64-v2", 1);
  run_both();
  setenv("LANEWISE_VECTORIZE", "4", 1);
  run_both();
  setenv("LANEWISE_REMAINDER", "scalar", 1);
  run_both();
  unsetenv("LANEWISE_CPU");
  unsetenv("LANEWISE_VECTORIZE");
  unsetenv("LANEWISE_REMAINDER");
  EXPECT_FALSE(run().compiled) << "the earlier ones are still there";
}

TEST_F(ClCache, IncludedFilesMatter) {
  write("k.cl", "#include \"value.h\"\n"
                "kernel void k(global int *p) { p[get_global_id(0)] = VALUE; }");
  write("b/value.h", "#define VALUE 1\n");
  const std::string options = "-I " + (folder / "a").string() + " -I " + (folder / "b").string();
  run_both(options);
  write("b/value.h", "#define VALUE 2\n");
  EXPECT_NE(run_both(options).text.find("results: 2"), std::string::npos) << "other contents";
  write("a/value.h", "#define VALUE 3\n");
  EXPECT_NE(run_both(options).text.find("results: 3"), std::string::npos)
      << "a file that was looked for in vain";
  fs::remove(folder / "a/value.h");
  EXPECT_NE(run_both(options).text.find("results: 2"), std::string::npos);
  fs::last_write_time(folder / "b/value.h", fs::file_time_type::clock::now());
  EXPECT_FALSE(run(options).compiled) << "the same contents, written anew";
}

TEST_F(ClCache, FilesAskedForByHasIncludeMatter) {
  write("k.cl", "#if __has_include(\"maybe.h\")\n#define V 1\n#else\n#define V 0\n#endif\n"
                "kernel void k(global int *p) { p[get_global_id(0)] = V; }");
  const std::string options = "-I " + folder.string();
  EXPECT_NE(run_both(options).text.find("results: 0"), std::string::npos);
  write("maybe.h", "");
  EXPECT_NE(run_both(options).text.find("results: 1"), std::string::npos);
}

TEST_F(ClCache, RelativeFoldersAreThoseOfTheProcess) {
  write("k.cl", "#include \"value.h\"\n"
                "kernel void k(global int *p) { p[get_global_id(0)] = VALUE; }");
  write("a/value.h", "#define VALUE 1\n");
  write("b/value.h", "#define VALUE 2\n");
  EXPECT_NE(run_both("-I .", "a").text.find("results: 1"), std::string::npos);
  EXPECT_NE(run_both("-I .", "b").text.find("results: 2"), std::string::npos);
  // A source that includes nothing has the same key in every folder.
  write("k.cl", simple);
  run_both("-I .", "a");
  EXPECT_FALSE(run("-I .", "b").compiled);
}

TEST_F(ClCache, DateAndTimeAreNeverTakenFromIt) {
  for (const char* macro : {"__DATE__", "__TIME__", "__TIMESTAMP__"}) {
    write("k.cl", "constant char now[] = " + std::string(macro) +
                      ";\nkernel void k(global int *p) { p[get_global_id(0)] = sizeof now; }");
    expect_compiled(run(), macro);
    expect_compiled(run(), macro);
  }
  write("k.cl", "// __DATE__\n" + std::string(simple));
  run_both();
}

TEST_F(ClCache, FailedBuildsAreBuiltAgain) {
  write("k.cl", "kernel void k() { error; }");
  const Outcome first = run();
  EXPECT_NE(first.status, 0);
  EXPECT_NE(first.text.find("use of undeclared identifier 'error'"), std::string::npos);
  EXPECT_EQ(run().text, first.text);
  EXPECT_EQ(entries(), 0u);
}

TEST_F(ClCache, DamagedEntriesAreBuiltAnew) {
  run_both();
  for (const auto& entry : fs::directory_iterator(cache())) {
    fs::resize_file(entry.path(), fs::file_size(entry.path()) / 2);
  }
  run_both();
}

TEST_F(ClCache, CanBeTurnedOff) {
  setenv("LANEWISE_CACHE", "0", 1);
  expect_compiled(run(), "no cache");
  expect_compiled(run(), "no cache");
  EXPECT_FALSE(fs::exists(cache()));
}

TEST_F(ClCache, AFolderThatOthersMayWriteIsRefusedAndSaidSo) {
  fs::create_directory(cache());
  fs::permissions(cache(), fs::perms::all);
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = run();
    expect_compiled(outcome, "refused");
    EXPECT_NE(outcome.text.find("notified: the cache folder " + cache().string() +
                                " is not used: others may write it"),
              std::string::npos)
        << outcome.text;
  }
  EXPECT_EQ(entries(), 0u);
}

TEST_F(ClCache, TwoProcessesBuildTheSameKernelsAtOnce) {
  constexpr int kernels = 200;
  write("k.cl", "kernel void k(global int *p) { p[get_global_id(0)] = VARIANT; }");
  const std::string command =
      client_command("", std::to_string(kernels)) + " > '" + folder.string() + "/";
  const std::string both = command + "1' & " + command + "2'; first=$?; wait $! && exit $first";
  // NOLINTNEXTLINE(bugprone-command-processor): programs of this test's
  ASSERT_EQ(std::system(both.c_str()), 0);
  EXPECT_EQ(entries(), size_t(kernels)) << "each at most twice: once by each process";
  const Outcome third = run("", ".", std::to_string(kernels));
  EXPECT_FALSE(third.compiled);
  for (const char* name : {"1", "2"}) {
    const std::string text = read(name);
    EXPECT_EQ(text.substr(0, text.rfind("compiler: ")), third.text);
  }
}

} // namespace

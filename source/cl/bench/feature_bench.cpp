// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cost of features of OpenCL, beside code that does the same without them: intrinsics,
// std::atomic, local memory, named address spaces (doc/performance.md). For each level of CPU, in a
// process of its own, as the driver chooses one for good. Prints a table in Markdown. Ends with 1
// if a result is wrong.
#include "driver.h"
#include "features/feature.h"
#include "measure.h"
#include "options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <sys/wait.h>
#include <unistd.h>

namespace {

struct Options {
  std::string filter;
  std::string cpu;
  std::string driver = LANEWISE_LIBCL;
  unsigned samples = 9;
};

struct Cpu {
  Level level;
  const char* name;
  bool is_here;
};

/// Prints the row of one feature. False if results differ.
bool row(const Driver& driver, Team& team, const Stopwatch& stopwatch, const Feature& feature,
         const char* cpu) {
  const Workload& load = feature.load;
  std::deque<Job> jobs;
  std::vector<Stopwatch::Run> runs;
  std::vector<const char*> names;
  const auto add = [&](const Workload& kernel) {
    Job& job = jobs.emplace_back(driver, kernel);
    runs.emplace_back([&job] { job.run(); });
    names.push_back(kernel.name);
  };
  add(load);
  for (const Workload& other : feature.others) {
    add(other);
  }
  std::vector<Words> buffers = load.buffers;
  if (load.native) {
    runs.emplace_back([&] { load.native(team, buffers); });
    names.push_back("C++");
  }
  const auto seconds = stopwatch.measure(runs);
  const Words result = jobs.front().output();
  bool right = !load.native || agree(load, result, buffers[0]);
  for (size_t i = 1; i < jobs.size(); ++i) {
    right &= agree(load, result, jobs[i].output());
  }
  if (!right) {
    std::printf("| %s | %s | results differ |\n", load.name, cpu);
    return false;
  }
  const auto fastest = std::min_element(seconds.begin() + 1, seconds.end());
  std::printf("| %s | %s | %.4g | %.4g | %s | %s | %.2f | %.2f |\n", load.name, cpu,
              load.items / seconds[0], load.items / *fastest, load.unit,
              names[size_t(fastest - seconds.begin())], *fastest / seconds[0], feature.mark);
  std::fflush(stdout);
  return true;
}

bool run(const Options& options, const Cpu& cpu) {
  if (cpu.level == Level::avx2) {
    setenv("LANEWISE_CPU", cpu.name, 1); // the other one is what the driver compiles for by itself
  }
  // Variants for the sizes at hand are made in the first run, not beside the measured ones.
  setenv("LANEWISE_SPECIALIZE", "wait", 0);
  const Driver driver(options.driver);
  Team team(driver.threads());
  const Stopwatch stopwatch(options.samples, 0);
  bool right = true;
  for (const auto& entry : RegisteredFeature::list()) {
    if (std::string(entry.name).find(options.filter) != std::string::npos) {
      right &= row(driver, team, stopwatch, entry.make(cpu.level), cpu.name);
    }
  }
  return right;
}

bool run_in_child(const Options& options, const Cpu& cpu) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const bool right = run(options, cpu);
    std::fflush(stdout);
    _exit(right ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse_options(
          argc, argv,
          "Runs kernels that use a feature of OpenCL beside what does the same without it.\n"
          "doc/performance.md says what the table means.",
          {text_option("filter", "a part of the names of the rows to run (all)", options.filter),
           text_option("cpu", "x86-64-v3 or x86-64-v4 (both, where the CPU has both)", options.cpu),
           text_option("driver", "the libCL.so to measure (that of the build)", options.driver),
           count_option("samples", "how often each is measured (9); the median counts",
                        options.samples)})) {
    return 2;
  }
  const Cpu cpus[] = {
      {Level::avx2, "x86-64-v3", __builtin_cpu_supports("x86-64-v3") != 0},
      {Level::avx512, "x86-64-v4",
       __builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vnni")},
  };
  std::printf("| feature | CPU | with it | without | | without it is | ratio | mark |\n"
              "|---|---|--:|--:|---|---|--:|--:|\n");
  std::vector<RegisteredFeature::Entry>& list = RegisteredFeature::list();
  std::ranges::sort(list,
                    [](const auto& a, const auto& b) { return std::strcmp(a.name, b.name) < 0; });
  bool right = true;
  for (const Cpu& cpu : cpus) {
    if (cpu.is_here && (options.cpu.empty() || options.cpu == cpu.name)) {
      right &= run_in_child(options, cpu);
    }
  }
  return right ? 0 : 1;
}

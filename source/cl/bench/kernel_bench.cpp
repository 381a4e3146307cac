// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels as users write them, beside C++ that does the same by hand and, if one is named, another
// driver: all in one process, in turn, so that what else the machine does falls on each alike. Or,
// with --cold, each in processes of its own that have to build the program first.
// Prints a table in Markdown. Ends with 1 if a result is wrong.
#include "cold.h"
#include "driver.h"
#include "measure.h"
#include "options.h"
#include "peak.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

namespace {

struct Options {
  std::string filter;
  std::string skip; ///< names with commas between
  std::string driver = LANEWISE_LIBCL;
  std::string other;
  unsigned samples = 9;
  bool cpu = false;  ///< whether the process's CPU time counts
  bool cold = false; ///< first processes, without a cache
};

bool parse(int argc, char** argv, Options& options) {
  return parse_options(
      argc, argv,
      "Runs kernels beside C++ that does the same by hand, and beside another driver if one is\n"
      "named. doc/performance.md says what the table means.",
      {text_option("filter", "a part of the names of the kernels to run (all)", options.filter),
       text_option("skip", "names of kernels to leave out, with commas between", options.skip),
       text_option("driver", "the libCL.so to measure (that of the build)", options.driver),
       text_option("other", "ICD file or library of another driver", options.other),
       count_option("samples", "how often each is measured (9); the median counts",
                    options.samples),
       clock_option(options.cpu),
       flag_option("cold",
                   "how long a process takes, without a cache, to build a program and do 10 ms,\n"
                   "                       100 ms and 1 s of work, as C++ needs for it",
                   options.cold)});
}

bool is_wanted(const Options& options, const std::string& name) {
  return name.find(options.filter) != std::string::npos &&
         ("," + options.skip + ",").find("," + name + ",") == std::string::npos;
}

/// In the order of their names.
std::vector<Registered::Entry> wanted_workloads(const Options& options) {
  auto list = Registered::list();
  std::erase_if(list, [&](const auto& entry) { return !is_wanted(options, entry.name); });
  std::ranges::sort(list,
                    [](const auto& a, const auto& b) { return std::strcmp(a.name, b.name) < 0; });
  return list;
}

/// Products of ratios, for their geometric mean.
struct Mean {
  double logarithms = 0;
  unsigned count = 0;

  void add(double ratio) {
    logarithms += std::log(ratio);
    ++count;
  }
  [[nodiscard]] double value() const { return count ? std::exp(logarithms / count) : 0; }
};

struct Peak {
  double flops, bytes; ///< per second
};

class Bench {
public:
  explicit Bench(const Options& options)
      : options_(options), lanewise_(options.driver),
        other_(options.other.empty() ? nullptr : std::make_unique<Driver>(options.other)),
        team_(lanewise_.threads()),
        stopwatch_(options.samples, options.cpu ? lanewise_.threads() : 0), peak_(measure_peak()) {}

  bool run() {
    std::printf("%u threads; %.0f GFLOP/s of fused multiply-adds, %.1f GB/s of STREAM triad\n\n",
                lanewise_.threads(), peak_.flops * 1e-9, peak_.bytes * 1e-9);
    if (other_) {
      std::printf("other driver: %s %s\n\n", other_->name().c_str(), other_->version().c_str());
    }
    std::printf("| workload | %s | C++ | | C++ of peak | ratio |", lanewise_.name().c_str());
    if (other_) {
      std::printf(" %s | ratio |", other_->name().c_str());
    }
    std::printf("\n|---|--:|--:|---|--:|--:|%s\n", other_ ? "--:|--:|" : "");
    bool right = true;
    for (const auto& entry : wanted_workloads(options_)) {
      right &= row(entry.make());
    }
    std::printf("| geometric mean | | | | | %.2f |", beside_native_.value());
    if (other_) {
      std::printf(" | %.2f |", beside_other_.value());
    }
    std::printf("\n");
    return right;
  }

private:
  Peak measure_peak() {
    double flops = 0, bytes = 0;
    Words a(stream_words), b(stream_words), c(stream_words);
    const auto seconds = stopwatch_.measure({[&] { flops = run_fma(team_, lanewise_.threads()); },
                                             [&] { bytes = run_stream(team_, a, b, c); }});
    return {flops / seconds[0], bytes / seconds[1]};
  }

  bool row(const Workload& load) {
    std::vector<Words> buffers = load.buffers;
    Job job(lanewise_, load);
    std::optional<Job> other_job;
    std::vector<Stopwatch::Run> runs = {[&] { job.run(); }, [&] { load.native(team_, buffers); }};
    if (other_) {
      other_job.emplace(*other_, load);
      runs.emplace_back([&] { other_job->run(); });
    }
    const auto seconds = stopwatch_.measure(runs);
    if (!agree(load, job.output(), buffers[0])) {
      std::printf("| %s | wrong results |\n", load.name);
      return false;
    }
    if (other_ && !agree(load, other_job->output(), buffers[0])) {
      std::fprintf(stderr, "%s: results differ from those of C++ by more than allowed\n",
                   load.name);
    }
    const double share = std::max(load.flops / peak_.flops, load.bytes / peak_.bytes) / seconds[1];
    std::printf("| %s | %.4g | %.4g | %s | %.0f %% | %.2f |", load.name, load.items / seconds[0],
                load.items / seconds[1], load.unit, share * 100, seconds[1] / seconds[0]);
    beside_native_.add(seconds[1] / seconds[0]);
    if (other_) {
      std::printf(" %.4g | %.2f |", load.items / seconds[2], seconds[2] / seconds[0]);
      beside_other_.add(seconds[2] / seconds[0]);
    }
    std::printf("\n");
    std::fflush(stdout);
    return true;
  }

  const Options& options_;
  Driver lanewise_;
  std::unique_ptr<Driver> other_;
  Team team_;
  Stopwatch stopwatch_;
  Peak peak_;
  Mean beside_native_, beside_other_;
};

/// Processes that begin with nothing, the drivers in turn.
class ColdBench {
public:
  explicit ColdBench(const Options& options) : options_(options), drivers_({options.driver}) {
    if (!options.other.empty()) {
      drivers_.push_back(options.other);
    }
  }

  bool run() {
    std::printf("Milliseconds from the beginning of the build until so much work is done.\n\n");
    std::printf("| workload |");
    for (const double amount : amounts_of_work) {
      std::printf(drivers_.size() > 1 ? " %g ms | other | ratio |" : " %g ms |", amount * 1e3);
    }
    std::printf("\n|---|");
    for (size_t i = 0; i < amounts_of_work.size(); ++i) {
      std::printf("%s", drivers_.size() > 1 ? "--:|--:|--:|" : "--:|");
    }
    std::printf("\n");
    bool right = true;
    for (const auto& entry : wanted_workloads(options_)) {
      right &= row(entry.make());
    }
    if (drivers_.size() > 1) {
      std::printf("| geometric mean |");
      for (const Mean& mean : beside_other_) {
        std::printf(" | | %.2f |", mean.value());
      }
      std::printf("\n");
    }
    return right;
  }

private:
  bool row(const Workload& load) {
    std::vector<Words> buffers = load.buffers;
    double once = 0;
    {
      Team team(std::thread::hardware_concurrency()); // over before processes begin
      once = Stopwatch(options_.samples, 0).measure({[&] { load.native(team, buffers); }})[0];
    }
    std::vector<std::array<std::vector<double>, amounts_of_work.size()>> taken(drivers_.size());
    bool right = true;
    for (unsigned sample = 0; sample < options_.samples; ++sample) {
      for (size_t which = 0; which < drivers_.size(); ++which) {
        bool agrees = false;
        const ColdTimes times = cold_times(drivers_[which], load, once, buffers[0], agrees);
        right &= agrees || which > 0;
        for (size_t i = 0; i < times.size(); ++i) {
          taken[which][i].push_back(times[i]);
        }
      }
    }
    std::printf("| %s |", load.name);
    for (size_t i = 0; i < amounts_of_work.size(); ++i) {
      const double own = median(taken[0][i]);
      std::printf(" %.4g |", own * 1e3);
      if (drivers_.size() > 1) {
        const double other = median(taken[1][i]);
        beside_other_[i].add(other / own);
        std::printf(" %.4g | %.2f |", other * 1e3, other / own);
      }
    }
    std::printf("%s\n", right ? "" : " wrong results |");
    std::fflush(stdout);
    return right;
  }

  const Options& options_;
  std::vector<std::string> drivers_;
  std::array<Mean, amounts_of_work.size()> beside_other_;
};

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    return 2;
  }
  if (options.cold) {
    setenv("LANEWISE_CACHE", "0", 0);
    return ColdBench(options).run() ? 0 : 1;
  }
  // Variants for the sizes at hand are made in the first run, not beside the measured ones.
  setenv("LANEWISE_SPECIALIZE", "wait", 0);
  return Bench(options).run() ? 0 : 1;
}

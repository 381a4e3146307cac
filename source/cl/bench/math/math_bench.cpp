// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Throughput of each mathematical function on one core, vectorised, in million elements a second,
// beside the same loop with libmvec and SLEEF and, if one is named, another driver. Ratios above 1
// are in Lanewise's favour. The mark is SLEEF's 1.0 ULP variant (of hypot and sqrt the one within
// 0.5) for functions that are within 1.0 here (doc/accuracy.md), else its 3.5 ULP variant, or
// whichever of them there is. Prints tables in Markdown. Ends with 1 if a result is wrong.
#include "driver.h"
#include "math/functions.h"
#include "math/measurement.h"
#include "measure.h"
#include "options.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sched.h>
#include <string>
#include <vector>

namespace {

struct Options {
  std::string filter;
  std::string types = "double,float,half"; ///< with commas between
  std::string driver = LANEWISE_LIBCL;
  std::string other;
  unsigned samples = 9;
  bool cpu = false; ///< whether the process's CPU time counts
};

bool contains(const std::string& list, const std::string& name) {
  return ("," + list + ",").find("," + name + ",") != std::string::npos;
}

bool parse(int argc, char** argv, Options& options) {
  const auto set_types = [&](const std::string& list) {
    options.types = list;
    size_t known = list.empty() ? 1 : 0, named = 1;
    for (Type type : {Type::float64, Type::float32, Type::float16}) {
      known += contains(list, name_of(type));
    }
    for (char each : list) {
      named += each == ',';
    }
    return known == named && !list.empty();
  };
  return parse_options(
      argc, argv,
      "Measures the mathematical functions on one core beside libmvec, SLEEF and, if one is "
      "named,\n"
      "another driver. doc/accuracy.md says what the table means.",
      {text_option("filter", "a part of the names of the functions to measure (all)",
                   options.filter),
       text_option("driver", "the libCL.so to measure (that of the build)", options.driver),
       text_option("other", "ICD file or library of another driver", options.other),
       {"types", "of double, float and half, with commas between (all)", set_types},
       count_option("samples", "how often each is measured (9); the median counts",
                    options.samples),
       clock_option(options.cpu)});
}

/// To be called before a driver is loaded: so each has one thread that computes, on this core.
bool stay_on_one_cpu() {
  cpu_set_t cpus;
  if (sched_getaffinity(0, sizeof cpus, &cpus) != 0) {
    return false;
  }
  int last = CPU_SETSIZE - 1;
  while (last > 0 && !CPU_ISSET(last, &cpus)) {
    --last;
  }
  CPU_ZERO(&cpus);
  CPU_SET(last, &cpus);
  return sched_setaffinity(0, sizeof cpus, &cpus) == 0;
}

/// Ratios whose geometric mean is wanted, of speeds that there are.
struct Mean {
  void add(double own, double other) {
    if (other > 0) {
      logarithms += std::log(own / other);
      ++count;
    }
  }
  void print() const {
    count ? std::printf(" %.2f |", std::exp(logarithms / count)) : std::printf(" - |");
  }
  double logarithms = 0;
  unsigned count = 0;
};

struct Means {
  Mean libmvec, mark, other;
};

void print_speed(double speed) { speed > 0 ? std::printf(" %.0f |", speed) : std::printf(" - |"); }
void print_ratio(double own, double other) {
  other > 0 ? std::printf(" %.2f |", own / other) : std::printf(" - |");
}

class Bench {
public:
  explicit Bench(const Options& options)
      : options_(options), lanewise_(options.driver),
        other_(options.other.empty() ? nullptr : std::make_unique<Driver>(options.other)),
        stopwatch_(options.samples, options.cpu ? 1 : 0) {}

  bool run() {
    print_head();
    bool right = true;
    for (const Function& function : functions()) {
      for (const Kind& kind : kinds()) {
        right &= !is_wanted(function, kind) || measure_function(function, kind);
      }
    }
    print_means();
    if (other_) {
      print_slow_rows();
    }
    return right;
  }

private:
  static constexpr double fast_enough = 0.98;

  [[nodiscard]] bool is_wanted(const Function& function, const Kind& kind) const {
    return kind.has(function) && contains(options_.types, name_of(kind.type)) &&
           kind.name_of(function).find(options_.filter) != std::string::npos;
  }

  void print_head() const {
    if (other_) {
      std::printf("other driver: %s %s\n\n", other_->name().c_str(), other_->version().c_str());
    }
    std::printf("threads: %u%s; million elements a second, and ratios\n\n", lanewise_.threads(),
                other_ ? (" and " + std::to_string(other_->threads())).c_str() : "");
    std::printf(
        "| function | kind | arguments | %s | libmvec | | SLEEF 1.0 | | SLEEF 3.5 | | mark |",
        lanewise_.name().c_str());
    std::printf(other_ ? " %s | |\n" : "\n", other_ ? other_->name().c_str() : "");
    std::printf("|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|%s\n", other_ ? "--:|--:|" : "");
  }

  /// One row for each range. False if a result is wrong.
  bool measure_function(const Function& function, const Kind& kind) {
    const std::string extension = extension_of(kind.type);
    const Driver* other = other_ && other_->has(extension) ? other_.get() : nullptr;
    if (!lanewise_.has(extension)) {
      return true;
    }
    bool right = true;
    const std::pair<const char*, Range> ranges[] = {
        {"small", function.small}, {"medium", function.medium}, {"huge", function.huge}};
    for (const auto& [name, range] : ranges) {
      const std::string row = kind.name_of(function) + " | " + kind.name + " | " + name;
      const Speeds speeds = measure(lanewise_, other, stopwatch_, function, kind, range);
      right &= print_row(row, function.within_one, speeds, means_[kind.name]);
    }
    return right;
  }

  /// `row` holds the first cells of the table.
  bool print_row(const std::string& row, bool within_one, const Speeds& speeds, Means& means) {
    if (!speeds.right) {
      std::printf("| %s | wrong results |\n", row.c_str());
      return false;
    }
    if (!speeds.alike) {
      std::fprintf(stderr, "%s: results of the drivers differ\n", row.c_str());
    }
    const double mark = within_one ? speeds.sleef_precise : speeds.sleef_fast;
    std::printf("| %s | %.0f |", row.c_str(), speeds.lanewise);
    for (double library : {speeds.libmvec, speeds.sleef_precise, speeds.sleef_fast}) {
      print_speed(library);
      print_ratio(speeds.lanewise, library);
    }
    print_ratio(speeds.lanewise, mark);
    means.libmvec.add(speeds.lanewise, speeds.libmvec);
    means.mark.add(speeds.lanewise, mark);
    if (other_) {
      print_speed(speeds.other);
      print_ratio(speeds.lanewise, speeds.other);
      means.other.add(speeds.lanewise, speeds.other);
    }
    if (speeds.other > 0 && speeds.lanewise < fast_enough * speeds.other) {
      char ratio[16] = {};
      std::snprintf(ratio, sizeof ratio, "%.2f", speeds.lanewise / speeds.other);
      slow_.push_back("| " + row + " | " + ratio + " |");
    }
    std::printf("\n");
    std::fflush(stdout);
    return true;
  }

  void print_means() {
    std::printf("\n| geometric means | libmvec | mark |%s\n|---|--:|--:|%s\n",
                other_ ? (" " + other_->name() + " |").c_str() : "", other_ ? "--:|" : "");
    for (const Kind& kind : kinds()) {
      if (const auto found = means_.find(kind.name); found != means_.end()) {
        std::printf("| %s |", kind.name);
        found->second.libmvec.print();
        found->second.mark.print();
        if (other_) {
          found->second.other.print();
        }
        std::printf("\n");
      }
    }
  }

  void print_slow_rows() const {
    std::printf("\nBelow %.2f of %s: %zu\n", fast_enough, other_->name().c_str(), slow_.size());
    if (!slow_.empty()) {
      std::printf("\n| function | kind | arguments | ratio |\n|---|---|---|--:|\n");
    }
    for (const std::string& row : slow_) {
      std::printf("%s\n", row.c_str());
    }
  }

  const Options& options_;
  Driver lanewise_;
  std::unique_ptr<Driver> other_;
  Stopwatch stopwatch_;
  std::map<std::string, Means> means_; ///< by kind
  std::vector<std::string> slow_;
};

} // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    return 2;
  }
  if (!stay_on_one_cpu()) {
    std::fprintf(stderr, "math_bench: error: the process cannot be bound to one CPU\n");
    return 2;
  }
  // Variants for the sizes at hand are made in the first run, not beside the measured ones.
  setenv("LANEWISE_SPECIALIZE", "wait", 0);
  return Bench(options).run() ? 0 : 1;
}

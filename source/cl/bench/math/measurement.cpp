// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "math/measurement.h"

#include "math/reference.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string_view>
#include <type_traits>

namespace {

constexpr size_t count = 1 << 15; // numbers in an array
// Repetitions of the work on an array in one run: a launch has to take far longer than its
// overhead.
constexpr size_t launched = 128, called = 16;

template <typename T> constexpr int digits = sizeof(T) == 8 ? 53 : sizeof(T) == 4 ? 24 : 11;
template <typename T>
constexpr double least_normal = sizeof(T) == 8   ? 0x1p-1022
                                : sizeof(T) == 4 ? 0x1p-126
                                                 : 0x1p-14;

/// The part of a range that half has.
Range in_half(Range range) {
  constexpr double most = 6e4;
  if (range.low >= 1e3) {
    return {1e3, most};
  }
  const double low = range.low > 0 ? std::max(range.low, least_normal<_Float16>) : range.low;
  return {low, std::min(range.high, most)};
}

template <typename T> Words numbers(Range range, unsigned seed) {
  range = sizeof(T) == 2 ? in_half(range) : range;
  std::mt19937_64 random(seed);
  const bool logarithmic = range.low > 0 && range.high / range.low > 100;
  Words words(count * sizeof(T) / sizeof(uint32_t));
  for (size_t i = 0; i < count; ++i) {
    const double at = double(random() >> 11) * 0x1p-53;
    as<T>(words)[i] = logarithmic ? T(range.low * std::pow(range.high / range.low, at))
                                  : T(range.low + (range.high - range.low) * at);
  }
  return words;
}

std::string source_of(const Function& function, const Kind& kind) {
  const std::string type = name_of(kind.type);
  const std::string second = function.second == Second::whole ? "int" : type;
  const std::string extension = extension_of(kind.type);
  return (extension.empty() ? "" : "#pragma OPENCL EXTENSION " + extension + " : enable\n") +
         "kernel void k(global " + type + "* out, global const " + type + "* x, global const " +
         second + "* y) {\n  size_t i = get_global_id(0);\n  out[i] = " + kind.name_of(function) +
         (function.second == Second::none ? "(x[i])" : "(x[i], y[i])") + ";\n}\n";
}

template <typename T> auto of_type(const Loops& loops) {
  if constexpr (sizeof(T) == 4) {
    return loops.single;
  } else {
    return loops.twofold;
  }
}

/// Whether results differ by little of each, and by what is denormal. An error would be far larger
/// than those that functions have.
template <typename T>
bool are_near(const Function& function, bool approximate, const Words& got, const Words& expected) {
  // lgamma's error is absolute beside its zeros.
  const double unit = std::string_view(function.name) == "lgamma" ? 1 : 0;
  const double relative = approximate ? 0x1p-7 : std::ldexp(1.0, std::min(6 - digits<T>, -7));
  const double absolute = approximate ? 0x1p-10 : least_normal<T>;
  for (size_t i = 0; i < count; ++i) {
    const double a = double(as<T>(got)[i]), b = double(as<T>(expected)[i]);
    const bool same = a == b || (std::isnan(a) && std::isnan(b));
    if (!same && !(std::fabs(a - b) <= relative * std::max(std::fabs(b), unit) + absolute)) {
      return false;
    }
  }
  return true;
}

template <typename T> class Row {
public:
  Row(const Function& function, const Kind& kind, Range range)
      : function_(function), kind_(kind), x_(numbers<T>(range, 1)),
        y_(function.second == Second::whole ? numbers<int32_t>(function.second_range, 2)
                                            : numbers<T>(function.second_range, 2)),
        out_(x_.size()), source_(source_of(function, kind)), name_(kind.name_of(function)) {
    load_.name = name_.c_str();
    load_.source = source_.c_str();
    load_.buffers = {out_, x_, y_};
    load_.launches = {{"k", {count, launched}, {}, {Buffer{0}, Buffer{1}, Buffer{2}}}};
    load_.options = kind.options;
  }

  Speeds measure(const Driver& lanewise, const Driver* other, const Stopwatch& stopwatch) {
    Speeds speeds;
    Job job(lanewise, load_);
    std::optional<Job> other_job;
    std::vector<Stopwatch::Run> runs = {[&] { job.run(); }};
    std::vector<double*> results = {&speeds.lanewise};
    if (other) {
      other_job.emplace(*other, load_);
      runs.emplace_back([&] { other_job->run(); });
      results.push_back(&speeds.other);
    }
    add_libraries(speeds, runs, results);
    const auto seconds = stopwatch.measure(runs);
    for (size_t i = 0; i < runs.size(); ++i) {
      const bool is_library = i > (other ? 1U : 0U);
      *results[i] = double(count * (is_library ? called : launched)) / seconds[i] * 1e-6;
    }
    const Words result = job.output();
    if (first_loop_) {
      run(first_loop_, 1);
      speeds.right = are_near<T>(function_, false, result, out_);
    }
    speeds.alike =
        !other || are_near<T>(function_, kind_.is_approximate, other_job->output(), result);
    return speeds;
  }

private:
  using Loop = decltype(of_type<T>(Loops()));

  /// SLEEF and libmvec, which have the full forms of float and double.
  void add_libraries(Speeds& speeds, std::vector<Stopwatch::Run>& runs,
                     std::vector<double*>& results) {
    if (kind_.is_approximate || sizeof(T) == 2 || function_.second == Second::whole) {
      return;
    }
    const std::pair<Loop, double*> libraries[] = {
        {of_type<T>(sleef_precise(function_.name)), &speeds.sleef_precise},
        {of_type<T>(sleef_fast(function_.name)), &speeds.sleef_fast},
        {of_type<T>(libmvec(function_.name)), &speeds.libmvec}};
    for (const auto& [loop, result] : libraries) {
      if (loop) {
        first_loop_ = first_loop_ ? first_loop_ : loop;
        runs.emplace_back([this, loop = loop] { run(loop, called); });
        results.push_back(result);
      }
    }
  }

  void run(Loop loop, size_t times) {
    if constexpr (sizeof(T) > 2) {
      for (size_t i = 0; i < times; ++i) {
        loop(as<T>(x_), as<T>(y_), as<T>(out_), count);
      }
    }
  }

  const Function& function_;
  const Kind& kind_;
  Words x_, y_, out_;
  std::string source_, name_; ///< of the workload
  Workload load_ = {};
  Loop first_loop_ = nullptr; ///< of the most precise library
};

} // namespace

Speeds measure(const Driver& lanewise, const Driver* other, const Stopwatch& stopwatch,
               const Function& function, const Kind& kind, Range range) {
  switch (kind.type) {
  case Type::float64:
    return Row<double>(function, kind, range).measure(lanewise, other, stopwatch);
  case Type::float32:
    return Row<float>(function, kind, range).measure(lanewise, other, stopwatch);
  case Type::float16:
    break;
  }
  return Row<_Float16>(function, kind, range).measure(lanewise, other, stopwatch);
}

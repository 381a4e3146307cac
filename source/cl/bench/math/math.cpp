// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Throughput of each mathematical function on one core, vectorised, in million elements a second,
// beside the same loop with libmvec and SLEEF. Ratios above 1 are in Lanewise's favour. The mark is
// SLEEF's 1.0 ULP variant (of hypot and sqrt the one within 0.5) for functions that are within 1.0
// here (doc/accuracy.md), else its 3.5 ULP variant, or whichever of them there is.
#include "bench.h"
#include "math/reference.h"
#include "options.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t count = 1 << 15;  // numbers in an array: all arrays fit the second-level cache
constexpr size_t repetitions = 16; // of the work on an array in one run

/// Arguments between two numbers: evenly, or by their logarithm if both are positive and far apart.
struct Range {
  double low, high;
};

struct Function {
  const char* name;
  int arguments;
  bool within_one; ///< within 1.0 ULP, float and double
  Range small, medium, huge;
  Range second; ///< of the second argument
};

constexpr Range none = {0, 0};
constexpr Function functions[] = {
    {"sin", 1, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"cos", 1, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"tan", 1, true, {-0.8, 0.8}, {-100, 100}, {1e9, 1e30}, none},
    {"sinpi", 1, false, {-0.5, 0.5}, {-100, 100}, {1e3, 1e5}, none},
    {"cospi", 1, false, {-0.5, 0.5}, {-100, 100}, {1e3, 1e5}, none},
    {"asin", 1, true, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"acos", 1, true, {-0.1, 0.1}, {-1, 1}, {-1, 1}, none},
    {"atan", 1, true, {-0.5, 0.5}, {-10, 10}, {1e6, 1e30}, none},
    {"sinh", 1, false, {-1, 1}, {-10, 10}, {-85, 85}, none},
    {"cosh", 1, false, {-1, 1}, {-10, 10}, {-85, 85}, none},
    {"tanh", 1, false, {-0.5, 0.5}, {-10, 10}, {-85, 85}, none},
    {"asinh", 1, false, {-0.5, 0.5}, {-100, 100}, {1e6, 1e18}, none},
    {"acosh", 1, false, {1, 2}, {1, 100}, {1e6, 1e18}, none},
    {"atanh", 1, false, {-0.1, 0.1}, {-0.999, 0.999}, {-0.999, 0.999}, none},
    {"exp", 1, true, {-1, 1}, {-30, 30}, {-85, 85}, none},
    {"exp2", 1, true, {-1, 1}, {-30, 30}, {-120, 120}, none},
    {"exp10", 1, true, {-1, 1}, {-10, 10}, {-36, 36}, none},
    {"expm1", 1, false, {-0.5, 0.5}, {-10, 10}, {-80, 80}, none},
    {"log", 1, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log2", 1, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log10", 1, true, {0.5, 2}, {1e-3, 1e3}, {1e-36, 1e36}, none},
    {"log1p", 1, false, {-0.5, 0.5}, {0, 100}, {1e6, 1e36}, none},
    {"cbrt", 1, true, {0.1, 1}, {-100, 100}, {1e6, 1e36}, none},
    {"sqrt", 1, true, {0.1, 1}, {0, 100}, {1e6, 1e36}, none},
    {"erf", 1, false, {-0.5, 0.5}, {-4, 4}, {-100, 100}, none},
    {"erfc", 1, false, {-0.5, 0.5}, {-3, 9}, {-100, 100}, none},
    {"tgamma", 1, false, {0.5, 3}, {0.1, 30}, {-30, 30}, none},
    {"lgamma", 1, false, {0.5, 3}, {0.1, 100}, {1e3, 1e18}, none},
    {"atan2", 2, true, {-1, 1}, {-100, 100}, {1e6, 1e30}, {-10, 10}},
    {"hypot", 2, true, {-1, 1}, {-100, 100}, {1e6, 1e15}, {-10, 10}},
    {"pow", 2, true, {0.5, 2}, {0.1, 10}, {1e-6, 1e6}, {-5, 5}},
    {"fmod", 2, true, {-10, 10}, {-1000, 1000}, {1e9, 1e30}, {1, 10}},
    {"remainder", 2, true, {-10, 10}, {-1000, 1000}, {1e9, 1e30}, {1, 10}},
};

template <typename T> std::vector<T> numbers(Range range, unsigned seed) {
  std::mt19937_64 random(seed);
  const bool logarithmic = range.low > 0 && range.high / range.low > 100;
  std::vector<T> result(count);
  for (T& value : result) {
    const double at = double(random() >> 11) * 0x1p-53;
    value = logarithmic ? T(range.low * std::pow(range.high / range.low, at))
                        : T(range.low + (range.high - range.low) * at);
  }
  return result;
}

/// Million elements a second of each: the best of many runs, for noise only slows down. They take
/// turns, so that it slows down all.
std::vector<double> throughput(const std::vector<std::function<void()>>& contestants) {
  using clock = std::chrono::steady_clock;
  std::vector<double> best(contestants.size(), 1e9);
  const auto end = clock::now() + std::chrono::milliseconds(200);
  for (int i = 0; i < 5 || clock::now() < end; ++i) {
    for (size_t c = 0; c < contestants.size(); ++c) {
      const auto start = clock::now();
      contestants[c]();
      best[c] = std::min(best[c], std::chrono::duration<double>(clock::now() - start).count());
    }
  }
  for (double& each : best) {
    each = double(count * repetitions) / each * 1e-6;
  }
  return best;
}

template <typename T> const char* type_name() { return sizeof(T) == 4 ? "float" : "double"; }

template <typename T> class Kernel {
public:
  Kernel(const Session& owner, const Function& function) : session(owner) {
    const std::string type = type_name<T>(), call = function.name;
    const std::string source = "kernel void k(global const " + type + "* x, global const " + type +
                               "* y, global " + type +
                               "* out) {\n  size_t i = get_global_id(0);\n" + "  out[i] = " + call +
                               (function.arguments == 1 ? "(x[i])" : "(x[i], y[i])") + ";\n}\n";
    kernel = session.kernel(source.c_str());
    for (cl_uint i = 0; i < 3; ++i) {
      buffers[i] = session.buffer(count * sizeof(T));
      require(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
    }
  }
  Kernel(const Kernel&) = delete;
  ~Kernel() {
    for (cl_mem buffer : buffers) {
      clReleaseMemObject(buffer);
    }
    clReleaseKernel(kernel);
  }
  void write(cl_uint index, const std::vector<T>& data) {
    require(clEnqueueWriteBuffer(session.queue, buffers[index], CL_TRUE, 0, count * sizeof(T),
                                 data.data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
  }
  std::vector<T> result() {
    std::vector<T> data(count);
    require(clEnqueueReadBuffer(session.queue, buffers[2], CL_TRUE, 0, count * sizeof(T),
                                data.data(), 0, nullptr, nullptr),
            "clEnqueueReadBuffer");
    return data;
  }
  void run() {
    const size_t size[2] = {count, repetitions};
    require(clEnqueueNDRangeKernel(session.queue, kernel, 2, nullptr, size, nullptr, 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
    require(clFinish(session.queue), "clFinish");
  }

private:
  const Session& session;
  cl_kernel kernel = nullptr;
  cl_mem buffers[3] = {};
};

/// Ratios whose geometric mean is wanted.
struct Mean {
  double logarithms = 0;
  int number = 0;
  void add(double ratio) {
    logarithms += std::log(ratio);
    ++number;
  }
  double value() const { return number ? std::exp(logarithms / number) : 0; }
};

struct Means {
  Mean libmvec, mark;
};

void print_ratio(double own, double other) {
  other > 0 ? std::printf(" %9.0f %6.2f", other, own / other) : std::printf(" %9s %6s", "-", "-");
}

template <typename T> auto of_type(const Loops& loops) {
  if constexpr (sizeof(T) == 4) {
    return loops.single;
  } else {
    return loops.twofold;
  }
}

/// An error would be far larger than that of either library.
template <typename T>
void check(const char* name, const std::vector<T>& got, const std::vector<T>& expected) {
  for (size_t i = 0; i < count; ++i) {
    if (std::isfinite(expected[i]) &&
        std::fabs(got[i] - expected[i]) > 1e-5 * std::fabs(expected[i]) + 0x1p-120) {
      std::fprintf(stderr, "math_bench: error: %s of %s gave %a, expected %a\n", name,
                   type_name<T>(), double(got[i]), double(expected[i]));
      std::exit(1);
    }
  }
}

template <typename T> void measure(const Session& session, const Function& function, Means& means) {
  Kernel<T> kernel(session, function);
  const std::array loops = {of_type<T>(libmvec(function.name)),
                            of_type<T>(sleef_precise(function.name)),
                            of_type<T>(sleef_fast(function.name))};
  const std::vector<T> y = numbers<T>(function.second, 2);
  std::vector<T> out(count);
  kernel.write(1, y);
  const std::pair<const char*, Range> ranges[] = {
      {"small", function.small}, {"medium", function.medium}, {"huge", function.huge}};
  for (const auto& [name, range] : ranges) {
    const std::vector<T> x = numbers<T>(range, 1);
    kernel.write(0, x);
    std::vector<std::function<void()>> contestants = {[&] { kernel.run(); }};
    for (const auto loop : loops) {
      if (loop) {
        contestants.emplace_back([&, loop] {
          for (size_t i = 0; i < repetitions; ++i) {
            loop(x.data(), y.data(), out.data(), count);
          }
        });
      }
    }
    const auto results = throughput(contestants);
    const double own = results[0];
    auto next = results.begin() + 1;
    const auto result_of = [&](auto loop) { return loop ? *next++ : 0.0; };
    const double mvec = result_of(loops[0]), precise = result_of(loops[1]),
                 fast = result_of(loops[2]);
    if (loops[1]) {
      loops[1](x.data(), y.data(), out.data(), count);
      check(function.name, kernel.result(), out);
    }
    std::printf("%-9s %-6s %-6s %9.0f", function.name, type_name<T>(), name, own);
    print_ratio(own, mvec);
    print_ratio(own, precise);
    print_ratio(own, fast);
    const double mark = function.within_one ? precise : fast;
    mark > 0 ? std::printf(" %6.2f\n", own / mark) : std::printf(" %6s\n", "-");
    std::fflush(stdout);
    if (mvec > 0) {
      means.libmvec.add(own / mvec);
    }
    if (mark > 0) {
      means.mark.add(own / mark);
    }
  }
}

bool wanted(const Function& function, const std::vector<std::string>& names) {
  return names.empty() || std::ranges::find(names, function.name) != names.end();
}

} // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names;
  const BenchOperands operands = {"[function]...", names};
  if (!parse_options(argc, argv,
                     "Measures mathematical functions (all, or those that are named) on one core, "
                     "beside libmvec\n"
                     "and SLEEF. doc/accuracy.md says what the columns mean.",
                     {}, &operands)) {
    return 2;
  }
  setenv("LANEWISE_NUM_THREADS", "1", 1);
  const Session session;
  std::printf("million elements a second, and how many times as many as the other library\n"
              "%-9s %-6s %-6s %9s %9s %6s %9s %6s %9s %6s %6s\n",
              "function", "type", "range", "lanewise", "libmvec", "", "SLEEF 1.0", "", "SLEEF 3.5",
              "", "mark");
  Means single, twofold;
  for (const Function& function : functions) {
    if (wanted(function, names)) {
      measure<float>(session, function, single);
      measure<double>(session, function, twofold);
    }
  }
  std::printf("geometric means: float %.2f of libmvec, %.2f of SLEEF; double %.2f and %.2f\n",
              single.libmvec.value(), single.mark.value(), twofold.libmvec.value(),
              twofold.mark.value());
}

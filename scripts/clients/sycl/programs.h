// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CLIENTS_SYCL_PROGRAMS_H
#define CLIENTS_SYCL_PROGRAMS_H

#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <sycl/sycl.hpp>
#include <vector>

namespace exp_ext = sycl::ext::oneapi::experimental;

/// Kernels that DPC++ compiles from SYCL source while the program runs, and the queue for them.
class Kernels {
public:
  explicit Kernels(const std::string& source) {
    const std::string whole = std::string(R"(
      #include <sycl/sycl.hpp>
      namespace ext = sycl::ext::oneapi;
      namespace exp_ext = sycl::ext::oneapi::experimental;
      #define KERNEL(dimensions) \
        extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((exp_ext::nd_range_kernel<dimensions>)) void
      #define ITEM ext::this_work_item::get_nd_item<1>()
      #define ID ITEM.get_global_linear_id()
    )") + source;
    auto bundle = exp_ext::create_kernel_bundle_from_source(queue.get_context(),
                                                            exp_ext::source_language::sycl, whole);
    std::string log;
    try {
      built = std::make_unique<Executable>(exp_ext::build(
          bundle, exp_ext::properties{exp_ext::build_options{std::vector<std::string>{
                                          "-fno-sycl-device-lib=all", "-w"}},
                                      exp_ext::save_log{&log}}));
    } catch (...) {
      std::fprintf(stderr, "%s\n", log.c_str());
      throw;
    }
  }

  sycl::kernel get(const char* name) { return built->ext_oneapi_get_kernel(name); }

  /// Runs a kernel to its end.
  template <int dimensions, typename... Arguments>
  void run(const char* name, sycl::nd_range<dimensions> range, Arguments... arguments) {
    submit(name, range, arguments...).wait_and_throw();
  }
  template <int dimensions, typename... Arguments>
  sycl::event submit(const char* name, sycl::nd_range<dimensions> range, Arguments... arguments) {
    const sycl::kernel kernel = get(name);
    return queue.submit([&](sycl::handler& handler) {
      handler.set_args(arguments...);
      handler.parallel_for(range, kernel);
    });
  }

  sycl::queue queue{sycl::property::queue::in_order()};
  using Executable = sycl::kernel_bundle<sycl::bundle_state::executable>;
  std::unique_ptr<Executable> built;
};

/// Memory that host and kernels share, freed at the end.
template <typename T> class Shared {
public:
  Shared(Kernels& of, size_t count, T value = T())
      : queue(of.queue), size(count), data(sycl::malloc_shared<T>(count, queue)) {
    std::fill(begin(), end(), value);
  }
  Shared(const Shared&) = delete;
  ~Shared() { sycl::free(data, queue); }
  T& operator[](size_t i) { return data[i]; }
  T* get() { return data; }
  T* begin() { return data; }
  T* end() { return data + size; }

private:
  sycl::queue queue;
  size_t size;
  T* data;
};

using Test = std::function<bool(Kernels&)>;

/// Runs tests that share one source; prints "ok NAME", "wrong NAME" or "error NAME: WHAT" of each.
inline int run_tests(const std::string& source,
                     const std::vector<std::pair<const char*, Test>>& tests) {
  std::unique_ptr<Kernels> kernels;
  std::string no_kernels;
  try {
    kernels = std::make_unique<Kernels>(source);
  } catch (const std::exception& error) {
    no_kernels = error.what();
  }
  int failed = 0;
  for (const auto& [name, test] : tests) {
    try {
      if (!kernels) {
        throw std::runtime_error(no_kernels);
      }
      const bool right = test(*kernels);
      failed += right ? 0 : 1;
      std::printf("%s %s\n", right ? "ok" : "wrong", name);
    } catch (const std::exception& error) {
      ++failed;
      std::string what = error.what();
      std::replace(what.begin(), what.end(), '\n', ' ');
      std::printf("error %s: %s\n", name, what.c_str());
    }
    std::fflush(stdout);
  }
  return failed == 0 ? 0 : 1;
}

/// Whether `value(i)` is what stands at each place.
template <typename Values, typename Value>
bool all_are(Values& values, size_t count, Value value, double error = 0) {
  for (size_t i = 0; i < count; ++i) {
    const double wanted = double(value(i)), found = double(values[i]);
    if (!(std::abs(found - wanted) <= error * std::max(1.0, std::abs(wanted)))) {
      std::fprintf(stderr, "at %zu: %g instead of %g\n", i, found, wanted);
      return false;
    }
  }
  return true;
}

#endif

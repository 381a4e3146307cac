// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the start of a process: to a context and queue, and to the result of a one-line kernel.
#include "bench.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <sched.h>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

using Clock = std::chrono::steady_clock;

int64_t now() { return Clock::now().time_since_epoch().count(); }

/// kernel void k(global int *p) { *p = 42; }
constexpr cl_uint spirv[] = {
    0x07230203, 0x00010000, 0,          20,  0,     // SPIR-V 1.0, ids below 20
    0x00020011, 4,          0x00020011, 6,          // OpCapability Addresses, Kernel
    0x0003000e, 2,          2,                      // OpMemoryModel Physical64 OpenCL
    0x0004000f, 6,          1,          'k',        // OpEntryPoint Kernel %1 "k"
    0x00020013, 4,          0x00040015, 5,   32, 0, // %4 = OpTypeVoid, %5 = OpTypeInt 32
    0x0004002b, 5,          2,          42,         // %2 = OpConstant %5 42
    0x00040020, 7,          5,          5,          // %7 = OpTypePointer CrossWorkgroup %5
    0x00040021, 8,          4,          7,          // %8 = OpTypeFunction %4 %7
    0x00050036, 4,          1,          0,   8,     // %1 = OpFunction %4 None %8
    0x00030037, 7,          9,                      // %9 = OpFunctionParameter %7
    0x000200f8, 10,         0x0003003e, 9,   2,     // %10 = OpLabel, OpStore %9 %2
    0x000100fd, 0x00010038};                        // OpReturn, OpFunctionEnd

void first_launch(const Session& session, bool from_spirv = false) {
  cl_kernel kernel = from_spirv ? session.kernel(spirv)
                                : session.kernel("kernel void k(global int *p) { *p = 42; }");
  cl_mem buffer = session.buffer(sizeof(cl_int));
  require(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  const size_t one = 1;
  require(
      clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  cl_int value = 0;
  require(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
  if (value != 42) {
    require(CL_INVALID_VALUE, "the kernel's result");
  }
}

/// A child's report to its parent, in nanoseconds of the steady clock.
struct Times {
  int64_t begin; ///< 0: when the parent started it
  int64_t end;
};

Times run_child(std::string_view what) {
  Times times = {};
  if (what == "cached") {
    first_launch(Session());
    times.begin = now();
  }
  const Session session;
  if (what != "context") {
    first_launch(session, what == "spirv");
  }
  times.end = now();
  return times;
}

/// Runs this program again and gives the seconds that it took, by its own word.
double seconds_of_child(const char* what) {
  int ends[2];
  if (pipe(ends) != 0) {
    require(CL_OUT_OF_HOST_MEMORY, "pipe");
  }
  const std::string child = "--child=" + std::string(what);
  const std::string output = std::to_string(ends[1]);
  char* const arguments[] = {const_cast<char*>("cl_bench"), const_cast<char*>(child.c_str()),
                             const_cast<char*>(output.c_str()), nullptr};
  const int64_t begin = now();
  pid_t pid = 0;
  if (posix_spawn(&pid, "/proc/self/exe", nullptr, nullptr, arguments, environ) != 0) {
    require(CL_OUT_OF_HOST_MEMORY, "posix_spawn");
  }
  Times times = {};
  const bool complete = read(ends[0], &times, sizeof times) == sizeof times;
  int status = 0;
  waitpid(pid, &status, 0);
  close(ends[0]);
  close(ends[1]);
  if (!complete || status != 0) {
    require(CL_INVALID_VALUE, "the child process");
  }
  return double(times.end - (times.begin ? times.begin : begin)) * 1e-9;
}

void start_context_and_queue(benchmark::State& state) {
  for (auto _ : state) {
    state.SetIterationTime(seconds_of_child("context"));
  }
}
BENCHMARK(start_context_and_queue)->UseManualTime()->Unit(benchmark::kMillisecond);

void start_build_and_first_launch(benchmark::State& state) {
  for (auto _ : state) {
    state.SetIterationTime(seconds_of_child("launch"));
  }
}
BENCHMARK(start_build_and_first_launch)->UseManualTime()->Unit(benchmark::kMillisecond);

void start_spirv_build_and_first_launch(benchmark::State& state) {
  for (auto _ : state) {
    state.SetIterationTime(seconds_of_child("spirv"));
  }
}
BENCHMARK(start_spirv_build_and_first_launch)->UseManualTime()->Unit(benchmark::kMillisecond);

/// A folder for the cache of child processes while it lives.
class CacheFolder {
public:
  CacheFolder()
      : path((std::filesystem::temp_directory_path() / "lanewise-bench-XXXXXX").string()) {
    if (!mkdtemp(path.data())) {
      require(CL_OUT_OF_HOST_MEMORY, "mkdtemp");
    }
    setenv("LANEWISE_CACHE_DIR", path.c_str(), 1);
    setenv("LANEWISE_CACHE", "1", 1);
  }
  CacheFolder(const CacheFolder&) = delete;
  ~CacheFolder() {
    setenv("LANEWISE_CACHE", "0", 1);
    std::filesystem::remove_all(path);
  }

private:
  std::string path;
};

void start_cached_build_and_first_launch(benchmark::State& state) {
  const CacheFolder folder;
  static_cast<void>(seconds_of_child("launch"));
  for (auto _ : state) {
    state.SetIterationTime(seconds_of_child("launch"));
  }
}
BENCHMARK(start_cached_build_and_first_launch)->UseManualTime()->Unit(benchmark::kMillisecond);

/// In a process that has built already, with a context made anew each time.
void cached_build_in_fresh_context(benchmark::State& state) {
  const CacheFolder folder;
  for (auto _ : state) {
    state.SetIterationTime(seconds_of_child("cached"));
  }
}
BENCHMARK(cached_build_in_fresh_context)->UseManualTime()->Unit(benchmark::kMillisecond);

void build_and_first_launch(benchmark::State& state) {
  const Session session;
  for (auto _ : state) {
    first_launch(session);
  }
}
BENCHMARK(build_and_first_launch)->Unit(benchmark::kMillisecond);

/// Forty kernels, as a library's program has them: 0 on all CPUs, 1 on one.
void build_forty_kernels(benchmark::State& state) {
  std::string source;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    source += "kernel void k" + n + "(global float *a, global const float *b, int n) {\n" +
              "size_t i = get_global_id(0); float sum = 0; for (int j = 0; j < n; ++j)\n" +
              "sum += b[i * n + j] * exp(b[j] * " + n + ".5f); a[i] = sum; }\n";
  }
  const char* text = source.c_str();
  const Session session;
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  if (state.range(0) == 1) { // the compiler's threads inherit it
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  for (auto _ : state) {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(session.context, 1, &text, nullptr, &error);
    require(error, "clCreateProgramWithSource");
    require(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
    clReleaseProgram(program);
  }
  sched_setaffinity(0, sizeof all, &all);
}
BENCHMARK(build_forty_kernels)
    ->ArgName("one_cpu")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

} // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strncmp(argv[1], "--child=", 8) == 0) {
    const Times times = run_child(argv[1] + 8);
    return write(std::atoi(argv[2]), &times, sizeof times) == sizeof times ? 0 : 1;
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

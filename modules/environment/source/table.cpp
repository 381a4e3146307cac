// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// doc/environment.md says the same in more words; scripts/check/docs compares the two.
#include "environment/environment.h"

#include <array>

namespace environment {
namespace {

constexpr auto rows = std::to_array<VariableEntry>({
    {Variable::num_threads, "LANEWISE_NUM_THREADS", "1 to 1024", "threads of the CPU device", none},
    {Variable::affinity, "LANEWISE_AFFINITY", "list of CPUs, such as 0,4-7",
     "run kernels on these CPUs only", none},
    {Variable::help, "LANEWISE_HELP", "0", "run no kernel on a thread of the application's", none},
    {Variable::compiler_library, "LANEWISE_COMPILER_LIBRARY", "path",
     "the compiler library to load", loads_code},
    {Variable::compiler, "LANEWISE_COMPILER", "process", "compile in child processes", none},
    {Variable::cache, "LANEWISE_CACHE", "0", "keep no built programs on disk", none},
    {Variable::cache_dir, "LANEWISE_CACHE_DIR", "absolute path", "the folder of built programs",
     loads_code | writes_files},
    {Variable::cache_size, "LANEWISE_CACHE_SIZE", "bytes, or a number with K, M or G",
     "what they may take on disk", none},
    {Variable::xdg_cache_home, "XDG_CACHE_HOME", "absolute path",
     "the folder in which that folder is", loads_code | writes_files},
    {Variable::home, "HOME", "absolute path", "where that one is otherwise",
     loads_code | writes_files},
    {Variable::cpu, "LANEWISE_CPU", "x86-64, x86-64-v2, x86-64-v3, x86-64-v4",
     "the level to compile for", shapes_code},
    {Variable::trace, "LANEWISE_TRACE", "path; %p is the number of the process", "write a timeline",
     writes_files},
    {Variable::trace_calls, "LANEWISE_TRACE_CALLS", "path, or -",
     "write each call of the runtime API", writes_files},
    {Variable::dump, "LANEWISE_DUMP", "folder", "write the IR after each step of a build",
     writes_files | shows_compiler},
    {Variable::perf, "LANEWISE_PERF", "not empty", "name kernels for perf", writes_files},
    {Variable::specialize, "LANEWISE_SPECIALIZE", "0, or wait",
     "make no variants of kernels, or wait for them", none},
    {Variable::groups, "LANEWISE_GROUPS", "given", "run work-groups of the size that launches name",
     none},
    {Variable::build_seconds, "LANEWISE_BUILD_SECONDS", "number, 0 for no limit",
     "how much processor time a build may take", none},
    {Variable::faults, "LANEWISE_FAULTS", "abort", "let a kernel's fault end the process", none},
    {Variable::verify, "LANEWISE_VERIFY", "set", "verify the IR after each step of a build",
     shows_compiler},
    {Variable::time_passes, "LANEWISE_TIME_PASSES", "set",
     "print how long each step of a build took", shows_compiler},
    {Variable::skip, "LANEWISE_SKIP", "names of steps, with commas between",
     "leave these steps of a build out", shapes_code},
    {Variable::stall, "LANEWISE_STALL", "<step>:<seconds>:<kernel>, with commas between several",
     "wait before a step of a build", none},
    {Variable::optimise_limit, "LANEWISE_OPTIMISE_LIMIT", "number",
     "run only so many of LLVM's passes", shapes_code},
    {Variable::print_after, "LANEWISE_PRINT_AFTER", "name of a pass, or all",
     "print the IR after that step", shows_compiler},
    {Variable::vectorize, "LANEWISE_VECTORIZE", "off, on, auto, or a power of two from 2 to 64",
     "which kernels are vectorised, and how wide", shapes_code},
    {Variable::vectorize_report, "LANEWISE_VECTORIZE_REPORT", "path",
     "write how each kernel was vectorised", writes_files | shows_compiler},
    {Variable::remainder, "LANEWISE_REMAINDER", "masked or scalar",
     "what does the remainder of whole vectors", shapes_code},
    {Variable::quick_forms, "LANEWISE_QUICK_FORMS", "0, large, or all",
     "which kernels get the form that is compiled quickly", shapes_code},
    {Variable::validate_spirv, "LANEWISE_VALIDATE_SPIRV", "1", "validate SPIR-V before it is built",
     shapes_code},
    {Variable::cuda_driver, "LANEWISE_CUDA_DRIVER", "path",
     "NVIDIA's driver, in place of libcuda.so.1", loads_code},
    {Variable::platforms, "LANEWISE_PLATFORMS", "names of targets, with commas between",
     "the platforms that there are", none},
});

constexpr bool is_in_order() {
  for (size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<size_t>(rows[i].variable) != i) {
      return false;
    }
  }
  return rows.size() == static_cast<size_t>(Variable::platforms) + 1;
}
static_assert(is_in_order());

} // namespace

std::span<const VariableEntry> table() noexcept { return rows; }

} // namespace environment

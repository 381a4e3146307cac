// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "payloads.h"

#include "native.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <llvm/Support/ThreadPool.h>
#include <llvm/Support/Threading.h>
#include <llvm/Support/raw_ostream.h>
#include <optional>
#include <utility>
#include <vector>

namespace sycl_linker {

namespace {

/// The machine code of an image for a target.
struct Job {
  std::span<const uint8_t> spirv;
  const NativeTarget& target;
  std::string log;
  std::optional<cargo::expected<std::vector<uint8_t>, std::string>> code; ///< null: left out
};

/// Does all jobs; starts no more behind an error.
void run_all(std::vector<Job>& jobs, const std::string& clc) {
  // Two even on one CPU: a process also waits for files.
  llvm::ThreadPoolStrategy threads = llvm::hardware_concurrency();
  threads.ThreadsRequested = std::max(threads.compute_thread_count(), 2U);
  threads.Limit = false;
  std::atomic<bool> has_failed = false;
  llvm::DefaultThreadPool pool(threads);
  for (Job& job : jobs) {
    pool.async([&job, &clc, &has_failed] {
      if (!has_failed) {
        job.code = native_code(job.spirv, job.target, clc, job.log);
        has_failed = has_failed || !*job.code;
      }
    });
  }
  pool.wait();
}

} // namespace

cargo::expected<bool, std::string> add_payloads(const Options& options,
                                                std::span<sycl_image::Image> images) {
  std::vector<Job> jobs;
  for (const sycl_image::Image& image : images) {
    for (const NativeTarget& target : options.natives) {
      jobs.push_back({image.payloads.front().code, target, {}, {}});
    }
  }
  if (!jobs.empty()) {
    run_all(jobs, options.offline_compiler);
  }
  for (const Job& job : jobs) {
    llvm::errs() << job.log;
    if (job.code && !*job.code) {
      return cargo::unexpected(job.code->error());
    }
  }
  auto job = jobs.begin();
  for (sycl_image::Image& image : images) {
    sycl_image::Payload spirv = std::move(image.payloads.front());
    image.payloads.clear();
    for (const NativeTarget& target : options.natives) {
      image.payloads.push_back({target.cpu, "", std::move(**job->code)});
      ++job;
    }
    if (options.has_spirv) {
      spirv.options = options.spirv_options;
      image.payloads.push_back(std::move(spirv));
    }
  }
  return true;
}

} // namespace sycl_linker

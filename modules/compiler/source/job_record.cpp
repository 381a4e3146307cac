// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/job_record.h"

#include "environment/environment.h"

#include <atomic>
#include <chrono>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

thread_local JobRecord* current = nullptr;

/// steady_clock is CLOCK_MONOTONIC.
uint64_t now() {
  return static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

unsigned next_number() {
  static std::atomic<unsigned> last = 0;
  return ++last;
}

const char* folder() {
  static const char* wanted = environment::get(environment::Variable::dump);
  return wanted && *wanted ? wanted : nullptr;
}

void write(llvm::StringRef step, llvm::StringRef extension,
           llvm::function_ref<void(llvm::raw_ostream&)> contents) {
  JobRecord* job = current;
  if (!job || !folder()) {
    return;
  }
  llvm::SmallString<256> path(folder());
  llvm::sys::path::append(path, llvm::Twine(llvm::sys::Process::getProcessId()) + "-" +
                                    llvm::Twine(job->number));
  std::error_code error = llvm::sys::fs::create_directories(path);
  std::string name;
  llvm::raw_string_ostream(name) << llvm::format("%02u-", job->dumps++) << step << "." << extension;
  llvm::sys::path::append(path, name);
  if (!error) {
    llvm::raw_fd_ostream file(path, error);
    if (!error) {
      contents(file);
    }
  }
  static std::atomic<bool> told = false;
  if (error && !told.exchange(true)) {
    llvm::errs() << "lanewise: cannot write " << path << ": " << error.message() << "\n";
  }
}

} // namespace

JobRecord::JobRecord() : number(next_number()) { current = this; }
JobRecord::~JobRecord() { current = nullptr; }

TimedPhase::TimedPhase(llvm::StringRef name) : begin(now()) {
  if (current) {
    index = current->phases.size();
    current->phases.push_back({name.str(), begin, 0});
  }
}

TimedPhase::~TimedPhase() {
  if (current) {
    current->phases[index].end = now();
  }
}

uint64_t TimedPhase::elapsed() const { return now() - begin; }

bool dumps_wanted() { return folder() != nullptr; }

void dump(const llvm::Module& module, llvm::StringRef step) {
  write(step, "ll", [&](llvm::raw_ostream& file) { module.print(file, nullptr); });
}

void dump(llvm::StringRef text, llvm::StringRef step, llvm::StringRef extension) {
  write(step, extension, [&](llvm::raw_ostream& file) { file << text; });
}

} // namespace compiler

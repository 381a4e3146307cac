// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pass.h"

#include "compiler/job_record.h"
#include "environment/environment.h"

#include <array>
#include <chrono>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>
#include <thread>

namespace compiler {
namespace {

bool verify_always() {
#ifdef NDEBUG
  static const bool wanted = environment::is_set(environment::Variable::verify);
  return wanted;
#else
  return true;
#endif
}

bool time_steps() {
  static const bool wanted = environment::is_set(environment::Variable::time_passes);
  return wanted;
}

bool print_after(llvm::StringRef name) {
  static const char* wanted = environment::get(environment::Variable::print_after);
  return wanted && (name == wanted || llvm::StringRef("all") == wanted);
}

/// Steps without which a build gives code that does the same, in the order of the pipeline; none
/// establishes a property. (source/random_programs/find_pass reads them here.)
constexpr std::array<llvm::StringRef, 27> optional_steps = {"inline-generic-calls",
                                                            "split-generic-accesses",
                                                            "constant-loads",
                                                            "grid-stride-loops",
                                                            "full-rounds",
                                                            "unroll-strided-loops",
                                                            "bypass-local-copies",
                                                            "governing-arguments",
                                                            "free-groups",
                                                            "long-work-items",
                                                            "vectorize",
                                                            "transpose-gathers",
                                                            "lower-local-atomics",
                                                            "single-steps",
                                                            "select-group-registers",
                                                            "group-registers",
                                                            "prefetch-groups",
                                                            "prefetch-columns",
                                                            "multiply-short-numbers",
                                                            "permute-bytes",
                                                            "optimise",
                                                            "leave-guarded-loops",
                                                            "expand-masked-accesses",
                                                            "split-switches",
                                                            "demote-phis",
                                                            "cut-long-sums",
                                                            "widen-carried-masks"};

bool is_left_out(llvm::StringRef name) {
  static const char* wanted = environment::get(environment::Variable::skip);
  if (!wanted || !llvm::is_contained(optional_steps, name)) {
    return false;
  }
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(wanted).split(names, ',');
  return llvm::is_contained(names, name);
}

bool has_kernel(const llvm::Module& module, llvm::StringRef kernel) {
  return llvm::any_of(module, [&](const llvm::Function& function) {
    const llvm::StringRef name = function.getName(); // of the kernel, or of what is made of it
    return name.ends_with(kernel) &&
           (name == kernel || name.drop_back(kernel.size()).back() == '.');
  });
}

/// LANEWISE_STALL=<step>:<seconds>:<kernel>[,...] delays builds, to test those that take too long.
void stall(llvm::StringRef name, const llvm::Module& module) {
  static const char* wanted = environment::get(environment::Variable::stall);
  if (!wanted) {
    return;
  }
  for (const llvm::StringRef one : llvm::split(wanted, ',')) {
    const auto [step, rest] = one.split(':');
    const auto [seconds, kernel] = rest.split(':');
    unsigned count = 0;
    if (step == name && !seconds.getAsInteger(10, count) && has_kernel(module, kernel)) {
      std::this_thread::sleep_for(std::chrono::seconds(count));
    }
  }
}

} // namespace

std::string find_fault(const llvm::Module& module) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  llvm::verifyModule(module, &stream);
  return message;
}

const Contract& PassRunner::contract_of(llvm::StringRef name) const {
  for (const std::span<const NamedPass> table : {shared_passes(), own_passes}) {
    for (const NamedPass& pass : table) {
      if (pass.name == name) {
        return pass.contract;
      }
    }
  }
  llvm::report_fatal_error("the step " + llvm::Twine(name) + " is in no table of passes", false);
}

void PassRunner::run(llvm::StringRef name, llvm::function_ref<void(llvm::Module&)> step) {
  if (is_left_out(name)) {
    return;
  }
  const auto expect_none = [&](llvm::StringRef when, const std::string& fault) {
    if (!fault.empty()) {
      llvm::report_fatal_error(when + llvm::Twine(" ") + name + ": " + fault, false);
    }
  };
  if (verify_always()) {
    expect_none("before", properties.before(contract_of(name), module));
  }
  uint64_t time = 0; // of the step alone
  {
    const TimedPhase phase(name);
    stall(name, module);
    step(module);
    time = phase.elapsed();
  }
  if (time_steps()) {
    llvm::errs() << llvm::format("%8.3f ms  ", double(time) * 1e-6) << name << "\n";
  }
  if (dumps_wanted()) {
    dump(module, name);
  }
  if (print_after(name)) {
    llvm::errs() << "; after " << name << "\n" << module;
  }
  if (verify_always()) {
    expect_none("after", find_fault(module));
    expect_none("after", properties.after(contract_of(name), module));
  }
}

} // namespace compiler

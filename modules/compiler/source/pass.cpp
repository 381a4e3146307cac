// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pass.h"

#include "compiler/watch.h"
#include "vecz/promises.h"

#include <array>
#include <cstdlib>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

bool verify_always() {
#ifdef NDEBUG
  static const bool wanted = std::getenv("LANEWISE_VERIFY") != nullptr;
  return wanted;
#else
  return true;
#endif
}

bool time_steps() {
  static const bool wanted = std::getenv("LANEWISE_TIME_PASSES") != nullptr;
  return wanted;
}

bool print_after(llvm::StringRef name) {
  static const char* wanted = std::getenv("LANEWISE_PRINT_AFTER");
  return wanted && (name == wanted || llvm::StringRef("all") == wanted);
}

/// Steps without which a build gives code that does the same.
constexpr std::array<llvm::StringRef, 9> optional_steps = {
    "constant-loads",  "bypass-local-copies", "governing-arguments",
    "vectorize",       "transpose-gathers",   "plain-local-atomics",
    "group-registers", "prefetch-groups",     "optimise"};

bool is_left_out(llvm::StringRef name) {
  static const char* wanted = std::getenv("LANEWISE_SKIP");
  if (!wanted || !llvm::is_contained(optional_steps, name)) {
    return false;
  }
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(wanted).split(names, ',');
  return llvm::is_contained(names, name);
}

} // namespace

std::string find_fault(const llvm::Module& module, bool check_promises) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (!llvm::verifyModule(module, &stream) && check_promises) {
    message = vecz::find_broken_promise(module);
  }
  return message;
}

void PassRunner::run(llvm::StringRef name, llvm::function_ref<void(llvm::Module&)> step) {
  if (is_left_out(name)) {
    return;
  }
  uint64_t time = 0; // of the step alone
  {
    const TimedPhase phase(name);
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
    const std::string message = find_fault(module, checks_promises);
    if (!message.empty()) {
      llvm::report_fatal_error(llvm::Twine("after ") + name + ": " + message, false);
    }
  }
}

} // namespace compiler

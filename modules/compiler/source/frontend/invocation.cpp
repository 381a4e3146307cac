// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/invocation.h"

#include <atomic>
#include <clang/Basic/DiagnosticIDs.h>

namespace compiler {
namespace {

struct Kept {
  std::vector<std::string> arguments;
  clang::CompilerInvocation invocation;
};

/// Null while a thread copies it. Without a lock: a job that is left in the middle
/// (source/compiler/job.h) would not give it back.
std::atomic<Kept*> kept = nullptr;

void keep(std::unique_ptr<Kept> next) {
  const std::unique_ptr<Kept> before(kept.exchange(next.release()));
}

} // namespace

std::shared_ptr<clang::CompilerInvocation>
make_invocation(const std::vector<std::string>& arguments, clang::DiagnosticsEngine& diagnostics) {
  std::unique_ptr<Kept> last(kept.exchange(nullptr));
  if (last && last->arguments == arguments) {
    auto result = std::make_shared<clang::CompilerInvocation>(last->invocation);
    keep(std::move(last));
    return result;
  }
  std::vector<const char*> words;
  for (const std::string& argument : arguments) {
    words.push_back(argument.c_str());
  }
  auto result = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*result, words, diagnostics)) {
    return nullptr;
  }
  if (!diagnostics.hasErrorOccurred() && diagnostics.getNumWarnings() == 0) {
    keep(std::unique_ptr<Kept>(new Kept{arguments, *result}));
  }
  return result;
}

} // namespace compiler

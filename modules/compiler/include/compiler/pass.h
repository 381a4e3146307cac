// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How passes are named and run. A pass is a free function over a module that says whether it
// changed anything and reports the user's mistakes to the LLVMContext's diagnostic handler. Its
// header in source/passes/ is its specification.
#ifndef COMPILER_PASS_H
#define COMPILER_PASS_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>
#include <span>
#include <string>

namespace compiler {

struct NamedPass {
  llvm::StringRef name;
  bool (*run)(llvm::Module&);
};

/// The passes that CPU-like targets share, by the name that `muxc --passes=` takes.
[[nodiscard]] std::span<const NamedPass> shared_passes();

/// What is wrong with a module: that LLVM's verifier refuses it or, if these are to be checked,
/// that a promise is broken (vecz/promises.h). Empty if nothing is.
[[nodiscard]] std::string find_fault(const llvm::Module& module, bool check_promises = true);

/// Runs steps of a pipeline over one module, each under a name. In debug builds, and wherever
/// LANEWISE_VERIFY is set, the IR and what its metadata promises (vecz/promises.h) are verified
/// after each step, and a violation ends as a fatal error that names the step.
/// LANEWISE_PRINT_AFTER=<name> (or `all`) prints the module to stderr; LANEWISE_TIME_PASSES=1
/// prints how long each step took; LANEWISE_DUMP=<folder> writes the module to a file after each
/// (compiler/watch.h). LANEWISE_SKIP=<name>[,<name>] leaves out steps that only optimise, to find
/// the one that a wrong answer comes from.
class PassRunner {
public:
  explicit PassRunner(llvm::Module& subject) : module(subject) {}
  void run(llvm::StringRef name, llvm::function_ref<void(llvm::Module&)> step);
  /// From here on LLVM's own passes make promises, which are not checked.
  void trust_promises() { checks_promises = false; }
  /// The same for a pass; whether it changed anything does not matter here.
  void run(llvm::StringRef name, bool (*pass)(llvm::Module&)) {
    run(name, [pass](llvm::Module& subject) { pass(subject); });
  }

private:
  llvm::Module& module;
  bool checks_promises = true;
};

} // namespace compiler

#endif

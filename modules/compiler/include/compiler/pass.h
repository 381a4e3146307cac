// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names and the interface of passes. A pass is a free function over a module that says whether
// it changed anything and reports the user's mistakes to the LLVMContext's diagnostic handler. Its
// header in source/passes/ is its specification.
#ifndef COMPILER_PASS_H
#define COMPILER_PASS_H

#include "compiler/properties.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>
#include <span>
#include <string>

namespace compiler {

struct NamedPass {
  llvm::StringRef name;
  bool (*run)(llvm::Module&);
  Contract contract = {};
};

/// The passes that CPU-like targets share, by the name that `muxc --passes=` takes.
[[nodiscard]] std::span<const NamedPass> shared_passes();

/// Runs LLVM's verifier and returns its message; empty if the module is valid.
[[nodiscard]] std::string find_fault(const llvm::Module& module);

/// Runs steps of a pipeline over one module, each under its name in the tables of shared passes or
/// of the target's own. In debug builds, and wherever LANEWISE_VERIFY is set, the IR is verified
/// after each step, the properties that the step needs (compiler/properties.h) before it, and all
/// established ones after it; a violation is a fatal error that names the step.
/// LANEWISE_PRINT_AFTER=<name> (or `all`) prints the module to stderr; LANEWISE_TIME_PASSES=1
/// prints how long each step took; LANEWISE_DUMP=<folder> writes the module to a file after each
/// (compiler/job_record.h). LANEWISE_SKIP=<name>[,<name>] leaves out steps that only optimise, to
/// find the one that a wrong answer comes from. LANEWISE_STALL=<name>:<seconds>:<kernel>[,...]
/// waits before a step of programs with that kernel.
class PassRunner {
public:
  PassRunner(llvm::Module& subject, std::span<const NamedPass> of_target)
      : module(subject), own_passes(of_target) {}
  void run(llvm::StringRef name, llvm::function_ref<void(llvm::Module&)> step);
  /// The same for a pass; whether it changed anything does not matter here.
  void run(llvm::StringRef name, bool (*pass)(llvm::Module&)) {
    run(name, [pass](llvm::Module& subject) { pass(subject); });
  }

private:
  [[nodiscard]] const Contract& contract_of(llvm::StringRef name) const;

  llvm::Module& module;
  const std::span<const NamedPass> own_passes;
  PropertyTracker properties{PropertyTracker::Origin::pipeline};
};

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of a device's compiler: the part that each target implements
// (modules/host/compiler).
#ifndef COMPILER_TARGET_H
#define COMPILER_TARGET_H

#include "binary/container.h"
#include "builtins/library.h"
#include "compiler/pass.h"
#include "compiler_interface/options.h"
#include "compiler_interface/request.h"

#include <llvm/IR/Module.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace compiler {

/// A target's code generation for one job. Not shared between threads.
class Target {
public:
  virtual ~Target() = default;

  /// Turns a finalized module (see Module::finalize) into machine code and fills in `program`:
  /// payloads, and what each entry of `program.kernels` (in which name, arguments and sizes from
  /// the source are set) says about scratch, local memory and entry symbol. Errors go to the
  /// module's diagnostic handler; false after one.
  [[nodiscard]] virtual bool create_binary(llvm::Module& module, const Options& options,
                                           const builtins::Library& library,
                                           binary::Program& program) = 0;
};

/// Describes a target's compiler and makes its Target. Lives as long as the library; thread safe.
class Info {
public:
  virtual ~Info() = default;
  [[nodiscard]] const TargetInfo& description() const { return about; }
  /// OpenCL C extensions and features, as `-cl-ext=` takes them without the '+'.
  [[nodiscard]] const std::vector<std::string>& extensions() const { return language; }
  /// Work-items of the sub-groups that share matrices, where SPIR-V does not say how many.
  [[nodiscard]] uint32_t matrix_sub_group_size() const { return matrix_lanes; }
  /// Whether the target defines the functions that multiply matrices
  /// (passes/group_functions/group_functions.h).
  [[nodiscard]] bool has_matrix_functions() const { return matrix_functions; }
  [[nodiscard]] virtual std::unique_ptr<Target> create_target() const = 0;
  /// The target's own passes, for muxc.
  [[nodiscard]] virtual std::span<const NamedPass> passes() const = 0;

protected:
  TargetInfo about;
  std::vector<std::string> language;
  uint32_t matrix_lanes = 16;
  bool matrix_functions = false;
};

/// The compilers of this library (defined where the library is put together).
[[nodiscard]] const std::vector<const Info*>& compilers();

/// The compiler of the target that a request names, or null.
[[nodiscard]] const Info* compiler_for_device(std::string_view name);

} // namespace compiler

#endif

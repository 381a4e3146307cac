// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_MODULE_H
#define COMPILER_MODULE_H

#include "compiler/context.h"
#include "compiler/options.h"
#include "compiler/request.h"
#include "compiler/target.h"
#include "frontend/file_uses.h"

#include <llvm/IR/Module.h>
#include <memory>

namespace compiler {

/// One program on its way: source to IR, IR linked and finalized, a container made of it. Steps
/// that fail say why in the context's log and return false; the module is then of no further use.
class Module {
public:
  Module(Context& job, const Info& target) : context(job), info(target) {}

  /// Parses build options for `operation`; false means that they are invalid.
  [[nodiscard]] bool parse_options(std::string_view text, Operation operation);

  /// OpenCL C to IR. `name` stands in messages.
  [[nodiscard]] bool compile_opencl_c(std::string_view source, std::string_view name,
                                      const std::vector<Header>& headers);

  /// SPIR-V to IR, with these values for its specialization constants.
  [[nodiscard]] bool compile_spirv(binary::bytes_view il,
                                   const std::vector<SpecializationValue>& specializations);

  /// Adds the IR of a container (an object or a library; an executable's also serves).
  [[nodiscard]] Status link(binary::bytes_view container);

  /// Leaves one kernel, for launches of which the facts are true.
  [[nodiscard]] bool specialize(const LaunchFacts& facts);

  /// Diagnoses what no OpenCL C program may contain, while it can still be seen: recursion, calls
  /// of functions that exist nowhere. Afterwards the module is complete but for built-ins.
  [[nodiscard]] bool finalize();

  /// Machine code for every kernel of a finalized module, as a container of kind `executable`.
  [[nodiscard]] cargo::expected<binary::bytes, Status> create_binary();

  /// The IR alone, as a container of kind `object` or `library`.
  [[nodiscard]] binary::bytes serialize(binary::Kind kind) const;

  [[nodiscard]] const Options& parsed_options() const { return options; }

  /// What was read and looked for so far beside what it was given.
  [[nodiscard]] const FileUses& file_uses() const { return uses; }

private:
  [[nodiscard]] binary::Program describe(binary::Kind kind) const;

  Context& context;
  const Info& info;
  Options options;
  std::string options_text;
  FileUses uses;
  std::unique_ptr<llvm::Module> ir;
};

/// Runs a whole request (Operation) on this thread.
[[nodiscard]] Response run_request(const Request& request);

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_MODULE_H
#define COMPILER_MODULE_H

#include "compiler/context.h"
#include "compiler/target.h"
#include "compiler_interface/options.h"
#include "compiler_interface/request.h"
#include "frontend/file_uses.h"
#include "kernel_groups.h"

#include <llvm/IR/Module.h>
#include <memory>

namespace compiler {

/// One program while it is compiled: source becomes IR, IR is linked and finalized, and a container
/// is made of it. Steps that fail write the reason to the context's log and return false; the
/// module must not be used after that.
class Module {
public:
  Module(Context& job, const Info& target) : context(job), info(target) {}

  /// Parses build options for `operation`; false means that they are invalid.
  [[nodiscard]] bool parse_options(std::string_view text, Operation operation);
  /// Overrules the build options.
  void forbid_optimisation() { options.optimise = false; }
  /// Says that variants of kernels which are launched often will follow (Request).
  void expect_variants() { options.variants_follow = true; }

  /// Compiles OpenCL C to IR. `name` is the file's name in messages.
  [[nodiscard]] bool compile_opencl_c(std::string_view source, std::string_view name,
                                      const std::vector<Header>& headers);

  /// Reads SPIR-V into IR, with these values for its specialization constants.
  [[nodiscard]] bool compile_spirv(binary::bytes_view il,
                                   const std::vector<SpecializationValue>& specializations);

  /// Adds the IR of a container (an object or a library; an executable's also serves).
  [[nodiscard]] Status link(binary::bytes_view container);

  /// Keeps one kernel only, for launches of which the facts are true. The binary will have no IR:
  /// it would be most of a variant, and no other variant is made from a variant.
  [[nodiscard]] bool specialize(const LaunchFacts& facts);

  /// Removes all other kernels.
  void keep_kernels(const std::vector<std::string>& names);

  /// How to compile a finalized module in parallel (kernel_groups.h); empty if it is one job.
  [[nodiscard]] std::vector<KernelGroup> kernel_groups() const;

  /// Diagnoses errors that optimisation could hide: recursion, and calls of functions that are
  /// defined nowhere. Afterwards the module is complete except for built-ins.
  [[nodiscard]] bool finalize();

  /// Machine code for every kernel of a finalized module, as a container of kind `executable`.
  [[nodiscard]] cargo::expected<binary::bytes, Status> create_binary();

  /// The IR alone, as a container; that of an executable has its kernels as well.
  [[nodiscard]] binary::bytes serialize(binary::Kind kind);

  [[nodiscard]] const Options& parsed_options() const { return options; }

  /// The files that the compilation has read, or looked for, beside its inputs.
  [[nodiscard]] const FileUses& file_uses() const { return uses; }

private:
  [[nodiscard]] binary::Program describe(binary::Kind kind) const;

  Context& context;
  const Info& info;
  Options options;
  std::string options_text;
  FileUses uses;
  bool is_variant = false;
  std::unique_ptr<llvm::Module> ir;
};

/// Runs a whole request (Operation) on this thread. With `optimise` false it runs as if
/// -cl-opt-disable had been given. If `groups` is not null and a program is better compiled in
/// parallel, the response has no machine code, and *groups says which kernels to compile with one
/// request each.
[[nodiscard]] Response run_request(const Request& request, bool optimise = true,
                                   std::vector<KernelGroup>* groups = nullptr);

} // namespace compiler

#endif

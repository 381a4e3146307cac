// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/module.h"

#include "block_kernels.h"
#include "check_program.h"
#include "compiler/job_record.h"
#include "device_options.h"
#include "frontend/clang.h"
#include "frontend/spirv.h"
#include "function_pointers.h"
#include "kernel_table.h"
#include "non_uniform_groups.h"
#include "passes/memory/evaluate_constructors.h"
#include "passes/memory/program_variables.h"
#include "specialize.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

/// The built-ins archive of this library, opened once. Null, with `error` set, if it is damaged.
const builtins::Library* built_ins(std::string& error) {
  static const auto& library = *new cargo::expected<builtins::Library, std::string>(
      builtins::Library::open(builtins::archive()));
  if (!library) {
    error = library.error();
    return nullptr;
  }
  return &*library;
}

binary::bytes to_bitcode(const llvm::Module& module) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  return {buffer.begin(), buffer.end()};
}

} // namespace

bool Module::parse_options(std::string_view text, Operation operation) {
  options_text = text;
  auto parsed = compiler::parse_options(text, operation, info.description());
  if (!parsed) {
    context.error(parsed.error());
    return false;
  }
  options = std::move(parsed).value();
  context.reports_limits = wants_report(options);
  return true;
}

bool Module::compile_opencl_c(std::string_view source, std::string_view name,
                              const std::vector<Header>& headers) {
  const TimedPhase phase("frontend");
  ir = run_clang(context,
                 {source, name.empty() ? "<program source>" : name, headers, info.extensions()},
                 options, uses);
  return ir != nullptr;
}

bool Module::compile_spirv(binary::bytes_view il,
                           const std::vector<SpecializationValue>& specializations) {
  ir = read_spirv(context, il, specializations, info, options);
  return ir != nullptr;
}

Status Module::link(binary::bytes_view container) {
  const TimedPhase phase("read-ir");
  auto program = binary::read(container);
  if (!program) {
    context.error(program.error());
    return Status::invalid_binary;
  }
  const llvm::StringRef bitcode(reinterpret_cast<const char*>(program->ir.data()),
                                program->ir.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "input"), context.llvm);
  if (!module) {
    context.error("cannot read the IR of a program binary: " + llvm::toString(module.takeError()));
    return Status::invalid_binary;
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(**module, &stream)) {
    context.error("the IR of a program binary is invalid: " + broken);
    return Status::invalid_binary;
  }
  keep_sub_group_sizes(**module, *program);
  if (!ir) {
    ir = std::move(*module);
    record_device_options(*ir, options);
    restrict_groups(*ir, options);
    return Status::success;
  }
  const bool failed = llvm::Linker::linkModules(*ir, std::move(*module));
  context.errors += failed;
  return failed ? Status::failure : Status::success;
}

bool Module::specialize(const LaunchFacts& facts) {
  if (!compiler::specialize(*ir, facts)) {
    context.error("there is no kernel '" + facts.kernel + "' in the program");
    return false;
  }
  is_variant = true;
  return true;
}

void Module::keep_kernels(const std::vector<std::string>& names) {
  compiler::keep_kernels(*ir, names);
}

std::vector<KernelGroup> Module::kernel_groups() const {
  // Where an instruction comes from (Operation::locate) is looked up in one object.
  return options.optimise && !options.debug ? compiler::kernel_groups(*ir)
                                            : std::vector<KernelGroup>();
}

bool Module::finalize() {
  std::string error;
  const auto* library = built_ins(error);
  if (!library) {
    context.error(error);
    return false;
  }
  evaluate_constructors(*ir);
  // With all functions there; before anything asks what calls what.
  call_functions_by_number(*ir);
  check_program(context, *ir, *library);
  number_block_kernels(*ir);
  return context.errors == 0;
}

binary::Program Module::describe(binary::Kind kind) const {
  binary::Program program;
  program.kind = kind;
  program.device = info.description().name;
  program.options = options_text;
  program.ir = is_variant ? binary::bytes() : to_bitcode(*ir);
  return program;
}

cargo::expected<binary::bytes, Status> Module::create_binary() {
  if (dumps_wanted()) {
    dump(*ir, "input");
  }
  std::string error;
  const auto* library = built_ins(error);
  binary::Program program = describe(binary::Kind::executable);
  program.kernels = kernel_table(*ir);
  if (!is_variant) { // which has those of the program
    program.variables = variable_table(context, *ir);
    program.functions = function_table(*ir);
  }
  const auto target = info.create_target();
  if (!target->create_binary(*ir, options, *library, program) || context.errors) {
    return cargo::unexpected{Status::failure};
  }
  program.log = context.log;
  return binary::write(program);
}

binary::bytes Module::serialize(binary::Kind kind) {
  binary::Program program = describe(kind);
  if (kind == binary::Kind::executable) {
    program.kernels = kernel_table(*ir);
    program.variables = variable_table(context, *ir);
    program.functions = function_table(*ir);
  }
  program.log = context.log;
  return binary::write(program);
}

} // namespace compiler

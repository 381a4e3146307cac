// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target.h"

#include "compiler/pass.h"
#include "compiler/watch.h"
#include "entry_functions.h"
#include "passes/lower_printf.h"
#include "pipeline.h"
#include "target_machine.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

/// The error handler of the context counts; this asks it whether something was reported meanwhile.
/// The assembly beside the IR, for who watches. From a copy: code generation changes the module.
void dump_assembly(const llvm::Module& module, llvm::TargetMachine& machine) {
  const auto copy = llvm::CloneModule(module);
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::legacy::PassManager passes;
  if (!machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    passes.run(*copy);
    compiler::dump(stream.str(), "assembly", "s");
  }
}

bool emit_object(llvm::Module& module, llvm::TargetMachine& machine, binary::bytes& object) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
    return false;
  }
  passes.run(module);
  object.assign(buffer.begin(), buffer.end());
  return true;
}

uint64_t attribute_value(const llvm::Function& function, llvm::StringRef name) {
  return function.getFnAttributeAsParsedInteger(name, 0);
}

} // namespace

bool HostTarget::create_binary(llvm::Module& module, const compiler::Options& options,
                               const builtins::Library& library, binary::Program& program) {
  std::string error;
  const auto machine = take_target_machine(options.optimise, error);
  if (!machine) {
    module.getContext().emitError(error);
    return false;
  }
  run_pipeline(module, options, library, *machine);
  for (binary::Kernel& kernel : program.kernels) {
    kernel.entry = entry_name(kernel.name);
    const llvm::Function* entry = module.getFunction(kernel.entry);
    kernel.local_bytes = attribute_value(*entry, "lanewise-local-bytes");
    kernel.scratch_per_item = attribute_value(*entry, "lanewise-scratch-per-item");
    kernel.scratch_per_row = attribute_value(*entry, "lanewise-scratch-per-row");
    kernel.scratch_fixed = attribute_value(*entry, "lanewise-scratch-fixed");
    kernel.prints = entry->hasFnAttribute("lanewise-prints");
    kernel.private_bytes = kernel.scratch_per_item + kernel.scratch_fixed;
  }
  program.printf_calls = compiler::printf_calls(module);
  if (compiler::dumps_wanted()) {
    dump_assembly(module, *machine);
  }
  binary::Payload payload{"elf", machine->getTargetTriple().str(), this_cpu().level, "", {}};
  bool emitted = false;
  compiler::PassRunner(module).run(
      "emit-object", [&](llvm::Module&) { emitted = emit_object(module, *machine, payload.code); });
  if (!emitted) {
    module.getContext().emitError("this target cannot emit object files");
    return false;
  }
  program.payloads.push_back(std::move(payload));
  return true;
}

} // namespace host

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/code_generator.h"

#include "code_generation/round_trips.h"
#include "code_generation/split_blocks.h"
#include "code_generation/split_machine_blocks.h"
#include "code_generation/target_machine.h"
#include "vecz/analysis_managers.h"

#include <array>
#include <atomic>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Pass.h>
#include <llvm/PassInfo.h>
#include <llvm/PassRegistry.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace host {
namespace {

/// Generators of no build at present, those that do not optimise first. Without a lock: a job that
/// is left in the middle (source/compiler/job.h) would not give it back.
std::array<std::array<std::atomic<CodeGenerator*>, 4>, 2> idle;

/// CodeGenPrepare moves addresses to the accesses of a block, behind each of which it may number
/// all instructions of the block anew: in longer blocks than this that takes most of the build.
constexpr size_t longest_prepared_block = 8192;

bool has_long_block(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) {
    return llvm::any_of(function, [](const llvm::BasicBlock& block) {
      return block.size() > longest_prepared_block;
    });
  });
}

/// Puts own passes among those of a target machine, which are added to it in their order, and
/// leaves some out. LLVM 22's shortening of AVX-512 instructions takes a mask that becomes a number
/// for one that becomes nothing else, and drops it where a masked gather or scatter behind uses it
/// up. CodeGenPrepare is not for modules with long blocks.
class CodeGenerationPasses : public llvm::legacy::PassManager {
public:
  explicit CodeGenerationPasses(bool for_long_blocks) : long_blocks(for_long_blocks) {}

  void add(llvm::Pass* pass) override {
    const llvm::PassInfo* info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
    const llvm::StringRef name = info ? info->getPassArgument() : "";
    if (name == "x86-compress-evex") {
      delete pass;
      return;
    }
    if (name == "post-RA-sched" || name == "postmisched") {
      llvm::legacy::PassManager::add(make_split_machine_blocks_pass());
    }
    if (name == "machine-cp") { // it, too, runs behind register allocation
      llvm::legacy::PassManager::add(make_round_trips_pass());
    }
    const bool prepares = name == "codegenprepare";
    if (prepares && long_blocks) {
      delete pass;
    } else {
      llvm::legacy::PassManager::add(pass);
    }
    if (prepares) {
      llvm::legacy::PassManager::add(make_split_blocks_pass());
    }
  }

private:
  const bool long_blocks;
};

/// Before the target's passes, which would know all of the C library otherwise.
void add_library(llvm::legacy::PassManager& passes, const llvm::TargetMachine& target) {
  passes.add(
      new llvm::TargetLibraryInfoWrapperPass(vecz::library_of_kernels(target.getTargetTriple())));
}

} // namespace

bool CodeGenerator::emit(llvm::Module& module, binary::bytes& object) {
  const bool long_blocks = has_long_block(module);
  auto& chosen = passes[long_blocks ? 1 : 0];
  if (!chosen) {
    chosen = std::make_unique<CodeGenerationPasses>(long_blocks);
    add_library(*chosen, *target);
    if (target->addPassesToEmitFile(*chosen, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) {
      sound = false;
      return false;
    }
  }
  chosen->run(module);
  sound &= !module.getContext().getDiagHandlerPtr()->HasErrors;
  object.assign(buffer.begin(), buffer.end());
  buffer.clear();
  return true;
}

llvm::SmallVector<char, 0> CodeGenerator::assembly(const llvm::Module& module) {
  const auto copy = llvm::CloneModule(module); // code generation changes it
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream to_text(text);
  CodeGenerationPasses to_assembly(has_long_block(module));
  add_library(to_assembly, *target);
  if (!target->addPassesToEmitFile(to_assembly, to_text, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile)) {
    to_assembly.run(*copy);
  }
  return text;
}

TakenGenerator take_code_generator(const Cpu& cpu, bool optimise, std::string& error) {
  const ReturnGenerator end{optimise, cpu.level == this_cpu().level};
  for (auto& slot : idle[optimise ? 1 : 0]) {
    if (CodeGenerator* generator = end.keep ? slot.exchange(nullptr) : nullptr) {
      return {generator, end};
    }
  }
  llvm::TargetMachine* machine = make_target_machine(cpu, optimise, error);
  return {machine ? new CodeGenerator(machine) : nullptr, end};
}

void ReturnGenerator::operator()(CodeGenerator* generator) const {
  for (auto& slot : idle[optimise ? 1 : 0]) {
    CodeGenerator* nothing = nullptr;
    if (keep && generator->is_sound() && slot.compare_exchange_strong(nothing, generator)) {
      return;
    }
  }
  delete generator;
}

} // namespace host

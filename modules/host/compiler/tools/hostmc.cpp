// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hostmc: runs the passes over machine code that code generation adds to LLVM's, by name, over a
// file of LLVM's machine code (MIR), each followed by its verifier, and prints the result.
#include "code_generation/round_trips.h"
#include "code_generation/split_machine_blocks.h"
#include "code_generation/target_machine.h"

#include <array>
#include <llvm/ADT/StringExtras.h>
#include <llvm/CodeGen/MIRParser/MIRParser.h>
#include <llvm/CodeGen/MIRPrinter.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <string>

namespace {

namespace cl = llvm::cl;
cl::OptionCategory own("hostmc options");
cl::opt<std::string> input(cl::Positional, cl::desc("<MIR, - for standard input>"), cl::init("-"));
cl::opt<std::string> passes("passes", cl::cat(own), cl::Required,
                            cl::desc("passes to run, separated by commas"));

struct MachinePass {
  llvm::StringLiteral name;
  llvm::FunctionPass* (*make)();
};

constexpr std::array known = {
    MachinePass{"round-trips", host::make_round_trips_pass},
    MachinePass{"split-machine-blocks", host::make_split_machine_blocks_pass},
};

int fail(const llvm::Twine& what) {
  llvm::errs() << "hostmc: " << what << '\n';
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(own);
  cl::ParseCommandLineOptions(argc, argv, "runs passes over machine code\n");

  std::string error;
  const std::unique_ptr<llvm::TargetMachine> target(
      host::make_target_machine(host::this_cpu(), true, error));
  if (!target) {
    return fail(error);
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic wrong;
  const auto parser = llvm::createMIRParserFromFile(input, wrong, context);
  auto module = parser ? parser->parseIRModule() : nullptr;
  if (!module) {
    return fail("no machine code: " + wrong.getMessage());
  }
  module->setTargetTriple(target->getTargetTriple());
  module->setDataLayout(target->createDataLayout());

  llvm::legacy::PassManager pipeline;
  auto* machine_code = new llvm::MachineModuleInfoWrapperPass(target.get()); // pipeline owns it
  if (parser->parseMachineFunctions(*module, machine_code->getMMI())) {
    return 1; // which the parser has said
  }
  pipeline.add(machine_code);
  for (const llvm::StringRef name : llvm::split(passes, ',')) {
    const auto* pass =
        llvm::find_if(known, [&](const MachinePass& one) { return one.name == name; });
    if (pass == known.end()) {
      return fail("no pass is called '" + name + "'");
    }
    pipeline.add(pass->make());
    pipeline.add(llvm::createMachineVerifierPass(("behind " + name).str()));
  }
  pipeline.add(llvm::createPrintMIRPass(llvm::outs()));
  pipeline.run(*module);
  return 0;
}

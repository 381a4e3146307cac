// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// veczc: runs the vectorizer, or one step of it, over IR text.
#include "../source/full_paths.h"
#include "../source/interleave_variables.h"
#include "../source/join_loop_exits.h"
#include "../source/linearize.h"
#include "../source/narrow_comparisons.h"
#include "../source/packetize.h"
#include "../source/prepare.h"
#include "../source/split_accesses.h"
#include "../source/unify_loop_exits.h"
#include "../source/widen_indices.h"
#include "vecz/uniformity.h"
#include "vecz/vectorize.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

namespace cl = llvm::cl;
cl::opt<std::string> input(cl::Positional, cl::desc("<IR, - for standard input>"), cl::init("-"));
cl::opt<unsigned> width("width",
                        cl::desc("lanes, with vectorize, interleave-variables and packetize"),
                        cl::init(4));
cl::opt<bool> masked("masked", cl::desc("with vectorize: for some of the lanes only"));
cl::opt<bool> any_ids("any-ids", cl::desc("with prepare: ids may be as large as they like"));
cl::opt<std::string>
    step("step", cl::init("uniformity"),
         cl::desc("vectorize (kernels, as a whole), or one step, of all functions: uniformity, "
                  "prepare, widen-indices, narrow-comparisons, full-paths, join-loop-exits, "
                  "unify-loop-exits, "
                  "linearize, split-accesses, interleave-variables, packetize"));

/// One step over one function; what it cannot do is an obstacle.
std::string run_step(llvm::Function& function) {
  const vecz::CallInfo& calls = vecz::mux_call_info();
  std::string obstacle;
  if (step == "prepare") {
    std::vector<vecz::Remark> remarks;
    obstacle = vecz::prepare(function, calls, any_ids ? vecz::IdRange::any : vecz::IdRange::small,
                             vecz::Demand::worthwhile, remarks);
  } else if (step == "widen-indices") {
    vecz::widen_indices(function, calls);
  } else if (step == "narrow-comparisons") {
    vecz::narrow_comparisons(function, calls);
  } else if (step == "interleave-variables") {
    vecz::interleave_variables(function, width);
  } else if (step == "split-accesses") {
    vecz::split_accesses(function);
  } else if (step == "full-paths") {
    vecz::add_full_paths(function, calls);
  } else if (step == "join-loop-exits") {
    vecz::join_loop_exits(function, calls);
  } else if (step == "unify-loop-exits") {
    vecz::unify_loop_exits(function, calls);
  } else if (step == "linearize") {
    obstacle = vecz::linearize(function, calls);
  } else if (step == "packetize") {
    std::vector<vecz::Remark> remarks;
    if (!vecz::packetize(function, width, calls, remarks, vecz::largest_form)) {
      obstacle = "it would be too large";
    }
  } else {
    obstacle = "there is no such step";
  }
  return obstacle;
}

void vectorize(llvm::Function& kernel) {
  const vecz::Report report =
      vecz::FormMaker(kernel, vecz::mux_call_info(), {512, 8}).make(width, masked);
  for (const vecz::Remark& remark : report.lines) {
    llvm::errs() << kernel.getName() << ":" << remark.line() << ": " << remark.text << "\n";
  }
  if (!report.obstacle.empty()) {
    llvm::errs() << kernel.getName() << ": stays scalar: " << report.obstacle << "\n";
  }
}

void run(llvm::Module& module) {
  if (step == "uniformity") {
    vecz::annotate_uniformity(module, vecz::mux_call_info());
    return;
  }
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      functions.push_back(&function);
    }
  }
  for (llvm::Function* function : functions) {
    if (step != "vectorize") {
      if (const std::string obstacle = run_step(*function); !obstacle.empty()) {
        llvm::errs() << function->getName() << ": " << obstacle << "\n";
      }
    } else if (function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      vectorize(*function);
    }
  }
}

} // namespace

int main(int argc, char** argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "veczc: the vectorizer, or a step of it; without --step, marks what "
                              "varies between lanes (!vecz.varying, !vecz.divergent)\n");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::errs() << "veczc: error: cannot read '" << input << "'\n";
    return 1;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssembly(**buffer, diagnostic, context);
  if (!module) {
    diagnostic.print("veczc", llvm::errs());
    return 1;
  }
  run(*module);
  if (llvm::verifyModule(*module, &llvm::errs())) {
    module->print(llvm::errs(), nullptr);
    return 1;
  }
  module->print(llvm::outs(), nullptr);
  return 0;
}

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// veczc: runs the vectorizer's passes over IR text. Today: the uniformity analysis.
#include "vecz/uniformity.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {
llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::desc("<IR, - for standard input>"),
                                 llvm::cl::init("-"));
}

int main(int argc, char** argv) {
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "veczc: marks what varies between lanes (!vecz.varying, !vecz.divergent)\n");
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
  vecz::annotate_uniformity(*module, vecz::mux_call_info());
  if (llvm::verifyModule(*module, &llvm::errs())) {
    return 1;
  }
  module->print(llvm::outs(), nullptr);
  return 0;
}

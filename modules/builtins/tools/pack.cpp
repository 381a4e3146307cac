// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// builtins-pack OUTPUT INPUT.bc...: the archive of all functions that the inputs define. Every
// function with a name of its own (not static) becomes a member, with the static functions and
// constants that it uses.
#include "archive.h"
#include "prepare.h"
#include "split_into_members.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdio>
#include <fstream>

namespace {

int fail(const std::string& what) {
  std::fprintf(stderr, "builtins-pack: error: %s\n", what.c_str());
  return 1;
}

namespace cl = llvm::cl;
cl::OptionCategory own("Options of builtins-pack");
cl::opt<std::string> output(cl::Positional, cl::Required, cl::cat(own), cl::desc("OUTPUT"));
cl::list<std::string> inputs(cl::Positional, cl::OneOrMore, cl::cat(own), cl::desc("INPUT.bc..."));

} // namespace

int main(int count, char** arguments) {
  cl::HideUnrelatedOptions(own);
  cl::ParseCommandLineOptions(count, arguments,
                              "Makes the archive of all functions that the inputs define.\n");
  llvm::LLVMContext context;
  llvm::Module whole("built-ins", context);
  llvm::Linker linker(whole);
  for (const std::string& input : inputs) {
    auto file = llvm::MemoryBuffer::getFile(input);
    if (!file) {
      return fail(input + ": " + file.getError().message());
    }
    auto module = llvm::parseBitcodeFile(**file, context);
    if (!module) {
      return fail(input + ": " + llvm::toString(module.takeError()));
    }
    if (input == inputs.front()) {
      whole.setTargetTriple((*module)->getTargetTriple());
      whole.setDataLayout((*module)->getDataLayout());
    }
    if (linker.linkInModule(std::move(*module))) {
      return fail(input + ": cannot be linked with the others");
    }
  }
  if (auto problem = builtins::prepare(whole); !problem.empty()) {
    return fail(problem);
  }
  const auto archive = builtins::write_archive(builtins::split_into_members(whole));
  std::ofstream out(output, std::ios::binary);
  out.write(reinterpret_cast<const char*>(archive.data()), std::streamsize(archive.size()));
  out.close();
  return out ? 0 : fail(output + ": cannot be written");
}

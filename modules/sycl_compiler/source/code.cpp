// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

namespace sycl_compiler {

cargo::expected<std::unique_ptr<llvm::Module>, std::string>
read_module(const std::string& file, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(file, diagnostic, context);
  if (!module) {
    return cargo::unexpected("cannot read the device code in " + file + ": " +
                             diagnostic.getMessage().str());
  }
  return module;
}

} // namespace sycl_compiler

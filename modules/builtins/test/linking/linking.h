// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the tests of this folder: the library, and modules from text.
#ifndef BUILTINS_TEST_LINKING_LINKING_H
#define BUILTINS_TEST_LINKING_LINKING_H

#include "builtins/library.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

inline const builtins::Library& library() {
  static const auto opened = builtins::Library::open(builtins::archive());
  if (!opened) {
    ADD_FAILURE() << opened.error();
    std::abort();
  }
  return *opened;
}

inline std::unique_ptr<llvm::Module> parse(const std::string& text, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  auto module =
      llvm::parseAssemblyString("target triple = \"spir64\"\n" + text, diagnostic, context);
  EXPECT_TRUE(module) << diagnostic.getMessage().str();
  return module;
}

inline std::string print(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

#endif

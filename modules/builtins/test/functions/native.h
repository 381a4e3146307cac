// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in functions compiled for the machine that runs the tests, so that their values can be
// looked at. Only the tests do this: nothing outside the module is available to the code but
// memcpy, memmove and memset, so that a call of another library function would be noticed too.
#ifndef BUILTINS_TEST_FUNCTIONS_NATIVE_H
#define BUILTINS_TEST_FUNCTIONS_NATIVE_H

#include "functions/evaluation.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

/// One function, called for each element of arrays.
class Native : public Evaluation {
public:
  /// `name` is mangled. Types are LLVM's; "ptr T" is a pointer to private memory for a T, "ptr1 T"
  /// and "ptr3 T" to global and local memory: they receive the address of the array's element.
  /// `facts` are what the target claims to have. Code is made for the machine's CPU, or for one
  /// named as Clang names it, which the machine must be able to stand in for.
  Native(const std::string& name, const std::string& result, const std::vector<std::string>& types,
         TargetFacts facts = {}, const std::string& cpu = "");
  ~Native() override;

  void operator()(size_t count, void* out, const std::vector<const void*>& in) const override;

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
  using Entry = void (*)(size_t, void*, const void* const*);
  Entry entry = nullptr;
};

/// The mangled name of the built-in `name` with parameters of these OpenCL C types, such as
/// "float4", "half" or, in private memory and at most once, "int2*".
std::string mangle(const std::string& name, const std::vector<std::string>& types);
/// LLVM's name of such a type.
std::string ir_type(const std::string& type);

#endif

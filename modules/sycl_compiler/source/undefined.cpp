// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "repairs/handle_instructions.h"
#include "sycl_compiler/link.h"
#include "sycl_compiler/stages.h"

#include <algorithm>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>

namespace sycl_compiler {

namespace {

/// The name of printf in C++, which the SPIR-V back end knows as OpenCL's. By its name in C, LLVM
/// would replace it by other functions of C.
constexpr const char* printf_function = "_Z6printfPKcz";

/// Whether an instruction of SPIR-V is made of it, or the device has it: a failed assertion
/// calls a function that Lanewise defines.
bool is_builtin(const llvm::Function& function) {
  return function.isIntrinsic() || function.getName().contains("__spirv_") ||
         function.getName().starts_with(image_of_handle_prefix) ||
         function.getName().starts_with(sampler_of_handle_prefix) ||
         function.getName() == printf_function || function.getName() == "__assert_fail";
}

std::string list_users(const std::string& name, const std::vector<UndefinedUse>& users) {
  for (const UndefinedUse& user : users) {
    if (std::ranges::find(user.names, name) != user.names.end()) {
      return user.file;
    }
  }
  return "the device library";
}

std::string sentence(const std::string& name, const std::string& file) {
  if (name == local_memory_function) {
    return "local memory of a size that is no constant is asked for in " + file;
  }
  if (name == matrices_function) {
    return "a kernel in " + file +
           " requires sub-groups of less than 16 work-items, which are too few for matrices";
  }
  if (name.starts_with(image_function_prefix)) {
    return "an image is read or written with a number of dimensions that is no constant in " + file;
  }
  if (name == specialization_function) {
    return "a specialization_id without a constant initializer is used in " + file +
           ": declare it constexpr";
  }
  return "undefined device function '" + llvm::demangle(name) + "', used by " + file +
         ": define it with SYCL_EXTERNAL in one of the files, or do not call it from a kernel";
}

} // namespace

std::string undefined_functions(const llvm::Module& module,
                                const std::vector<UndefinedUse>& users) {
  std::string sentences;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.use_empty() && !is_builtin(function)) {
      const std::string name = function.getName().str();
      sentences += (sentences.empty() ? "" : "\n") + sentence(name, list_users(name, users));
    }
  }
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.isDeclaration() && !variable.use_empty() &&
        !variable.getName().contains("__spirv_")) {
      const std::string name = variable.getName().str();
      sentences += (sentences.empty() ? "" : "\n") +
                   ("variable '" + llvm::demangle(name) +
                    "' is not known on the device: kernels may use constant variables that are "
                    "defined in the same file, and memory that they are given");
    }
  }
  return sentences;
}

} // namespace sycl_compiler

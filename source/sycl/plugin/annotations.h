// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL's attributes in LLVM's module: Clang lists annotations of functions and variables in a
// variable (attributes/names.h says which are ours).
#ifndef SYCL_PLUGIN_ANNOTATIONS_H
#define SYCL_PLUGIN_ANNOTATIONS_H

#include <cstdint>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constant.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace sycl_plugin {

/// The variable with the list.
inline constexpr const char* list_of_annotations = "llvm.global.annotations";

/// One row of the list: function, text, file, line, arguments.
struct Annotation {
  llvm::Function* function = nullptr;
  llvm::StringRef name; ///< without our prefix; empty if it is not ours
  std::vector<uint64_t> numbers;
};

[[nodiscard]] Annotation read_annotation(const llvm::Constant& row);

/// A variable with the annotation device_global_annotation, under the name that it has for the
/// library: with the file in it, if that alone knows the variable.
struct DeviceGlobal {
  llvm::GlobalVariable* variable = nullptr;
  std::string name;
};
[[nodiscard]] std::vector<DeviceGlobal> device_globals_of(const llvm::Module& module);

/// Leaves only these rows in the list of annotations.
void keep_rows(llvm::GlobalVariable& list, llvm::ArrayRef<llvm::Constant*> rows);

} // namespace sycl_plugin

#endif

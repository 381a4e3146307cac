// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL's attributes in LLVM's module: Clang lists annotations of functions in a variable
// (attributes/names.h says which are ours).
#ifndef SYCL_PLUGIN_ANNOTATIONS_H
#define SYCL_PLUGIN_ANNOTATIONS_H

#include <cstdint>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constant.h>
#include <llvm/IR/Function.h>
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

} // namespace sycl_plugin

#endif

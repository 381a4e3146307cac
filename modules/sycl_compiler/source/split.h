// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dividing the kernels of a program among several images.
#ifndef SYCL_COMPILER_SPLIT_H
#define SYCL_COMPILER_SPLIT_H

#include "sycl_compiler/link.h"

#include <llvm/IR/Module.h>

namespace sycl_compiler {

/// Has kernels remember the source that they come from. Before modules are linked.
void mark_source(llvm::Module& module);
/// That source; empty if it is not noted.
std::string source_of(const llvm::Function& kernel);

/// The kernels of a finished module, in the order in which they stand there, each part with what it
/// uses; the module itself if they stay together. Never none.
[[nodiscard]] std::vector<std::unique_ptr<llvm::Module>>
split_module(std::unique_ptr<llvm::Module> module, Split split);

} // namespace sycl_compiler

#endif

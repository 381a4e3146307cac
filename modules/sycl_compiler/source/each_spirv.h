// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SYCL_COMPILER_EACH_SPIRV_H
#define SYCL_COMPILER_EACH_SPIRV_H

#include "sycl_compiler/link.h"

#include <llvm/IR/Module.h>
#include <span>

namespace sycl_compiler {

/// The SPIR-V of each module, in their order. LLVM 22's back end takes facts about one module for
/// those of the next one in the process (it knows blocks by their addresses); so where there are
/// several, each has a process of its own, as many at once as there are CPUs. The caller has no
/// other threads.
[[nodiscard]] cargo::expected<std::vector<std::vector<uint8_t>>, std::string>
each_to_spirv(std::span<const std::unique_ptr<llvm::Module>> modules);

} // namespace sycl_compiler

#endif

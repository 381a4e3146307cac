// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the last work-groups of a launch may be smaller than the others (OpenCL 3.0,
// clEnqueueNDRangeKernel). They may in programs of OpenCL C 2.0 or later and of SPIR-V, unless
// these are built with -cl-uniform-work-group-size; in linked programs if they may in all parts.
#ifndef NON_UNIFORM_GROUPS_H
#define NON_UNIFORM_GROUPS_H

#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Records in a module that comes from a front end whether its language has such groups, as a
/// module flag. A linked module has the smallest value of its parts.
void state_non_uniform_groups(llvm::Module& module, bool language_has_them);

/// Applies the build's own options to a linked module.
void restrict_groups(llvm::Module& module, const Options& options);

[[nodiscard]] bool has_non_uniform_groups(const llvm::Module& module);

/// Whether a module is of OpenCL C 2.0 or later, or of C++ for OpenCL.
[[nodiscard]] bool is_opencl_c_2(const llvm::Module& module);

} // namespace compiler

#endif

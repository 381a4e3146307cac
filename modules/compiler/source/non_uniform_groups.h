// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the last work-groups of a launch may be smaller than the others (OpenCL 3.0,
// clEnqueueNDRangeKernel): programs of OpenCL C 2.0 or later and of SPIR-V, unless they are built
// with -cl-uniform-work-group-size. Linked programs if all of their parts are such.
#ifndef NON_UNIFORM_GROUPS_H
#define NON_UNIFORM_GROUPS_H

#include "compiler_interface/options.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Says of a module that has come from a front end whether its language has such groups. A module
/// flag keeps it, of which a module that is linked has the least.
void state_non_uniform_groups(llvm::Module& module, bool language_has_them);

/// Once a module is linked: what the build's own options say.
void restrict_groups(llvm::Module& module, const Options& options);

[[nodiscard]] bool has_non_uniform_groups(const llvm::Module& module);

/// Whether a module is of OpenCL C 2.0 or later, or of C++ for OpenCL.
[[nodiscard]] bool is_opencl_c_2(const llvm::Module& module);

} // namespace compiler

#endif

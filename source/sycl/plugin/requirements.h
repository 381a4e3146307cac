// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 5.8: what kernels require of a device and of a launch.
//
// Makes attributes of functions of the annotations that stand for SYCL's attributes
// (attributes/names.h). Those of a kernel are on the function that the program wrote, which entry
// functions of our headers call; the kernel gets them. Aspects are gathered from all functions that
// a function calls.
//
// Requires: calls are as Clang wrote them, nothing is inlined.
// Guarantees: the attributes of sycl_compiler/requirements.h. None of our annotations is left,
// others are.
#ifndef SYCL_PLUGIN_REQUIREMENTS_H
#define SYCL_PLUGIN_REQUIREMENTS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there were any.
bool gather_requirements(llvm::Module& module);

} // namespace sycl_plugin

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, sections 5.7 and 5.8.1: `[[sycl::device_has(...)]]` lists the aspects that a kernel or
// function uses.
//
// Warns where such a function, or one that it calls, uses an aspect that the list leaves out: by a
// type (fp16, fp64, atomic64), or by calling a function whose own list has it. What that function
// does is compared with its own list. Functions of other files count by their lists alone.
//
// Requires: annotations are as Clang wrote them, nothing is inlined; with line tables the warnings
// say where in the source.
// Guarantees: the module is as it was.
#ifndef SYCL_PLUGIN_CHECK_ASPECTS_H
#define SYCL_PLUGIN_CHECK_ASPECTS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// The answer is false: nothing has changed.
bool check_aspects(llvm::Module& module);

} // namespace sycl_plugin

#endif

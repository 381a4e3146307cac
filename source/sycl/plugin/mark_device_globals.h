// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of the class device_global, which are in kernels although they are not constant. The
// library knows them by their names, so none stays internal; those that this file alone knows get
// names with the file in them.
#ifndef SYCL_PLUGIN_MARK_DEVICE_GLOBALS_H
#define SYCL_PLUGIN_MARK_DEVICE_GLOBALS_H

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Gives each sycl_compiler::device_global_attribute and a definition; none is constant behind
/// this. Returns whether there are any.
bool mark_device_globals(llvm::Module& module);

/// Behind that.
[[nodiscard]] bool is_device_global(const llvm::GlobalVariable& variable);

} // namespace sycl_plugin

#endif

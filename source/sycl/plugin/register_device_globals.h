// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has the program tell the library of each variable of the class device_global, by its address and
// the name that it has in device code, before main, and of its end.
#ifndef SYCL_PLUGIN_REGISTER_DEVICE_GLOBALS_H
#define SYCL_PLUGIN_REGISTER_DEVICE_GLOBALS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Returns whether there are any. A file with such a variable calls
/// __lanewise_sycl_register_device_global and __lanewise_sycl_unregister_device_global.
bool register_device_globals(llvm::Module& module);

} // namespace sycl_plugin

#endif

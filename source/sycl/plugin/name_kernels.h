// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose names this file alone knows (attributes/unit_names.h) get names that no other file
// has.
//
// Requires: calls are as Clang wrote them, nothing is inlined, annotations are there.
// Guarantees: such kernels are called sycl_image::name_in_unit, as the library looks for them, and
// have sycl_compiler::unit_attribute.
#ifndef SYCL_PLUGIN_NAME_KERNELS_H
#define SYCL_PLUGIN_NAME_KERNELS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there were any.
bool name_kernels(llvm::Module& module);

} // namespace sycl_plugin

#endif

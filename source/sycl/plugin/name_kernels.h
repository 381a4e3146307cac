// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose names this file alone knows (attributes/unit_names.h) get names that no other file
// has. All kernels remember their function object, by which the linker tells two of one name.
//
// Requires: calls are as Clang wrote them, nothing is inlined, annotations are there.
// Guarantees: kernels have sycl_compiler::object_metadata. Those of this file alone are called
// sycl_image::name_in_unit, as the library looks for them, and have sycl_compiler::unit_attribute.
#ifndef SYCL_PLUGIN_NAME_KERNELS_H
#define SYCL_PLUGIN_NAME_KERNELS_H

#include <llvm/IR/Module.h>

namespace sycl_plugin {

/// Whether there are kernels.
bool name_kernels(llvm::Module& module);

} // namespace sycl_plugin

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels whose names this file alone knows get names that no other file has: types in unnamed
// namespaces, those of static functions, lambdas outside of functions. Clang names kernels by types
// alone, so two files may have different kernels of one name.
//
// Each kernel calls sycl::detail::begin_kernel<Name>(unit) on its way to the function object, which
// is internal if the type is.
//
// Requires: calls are as Clang wrote them, nothing is inlined.
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

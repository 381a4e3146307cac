// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which names of kernels other files may have, too, for kernels of their own: types in unnamed
// namespaces, those of static functions, lambdas outside of functions. Clang names a kernel by the
// type alone.
//
// Each kernel calls sycl::detail::begin_kernel<Name>(unit); this annotates the function of such
// names with names.h's unit_annotation. The pass of name_kernels.h does the rest.
#ifndef SYCL_PLUGIN_ATTRIBUTES_UNIT_NAMES_H
#define SYCL_PLUGIN_ATTRIBUTES_UNIT_NAMES_H

#include <clang/AST/Decl.h>

namespace sycl_plugin {

/// To be called with each function that is made of a template, before there is code for it.
void mark_unit_name(clang::FunctionDecl& instantiated);

} // namespace sycl_plugin

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL_EXTERNAL before extern "C". It is a standard attribute, which may not be there, unlike
// DPC++'s. There the macro is nothing, and the functions get the attribute when they are complete.
#ifndef SYCL_PLUGIN_ATTRIBUTES_EXTERNAL_FUNCTIONS_H
#define SYCL_PLUGIN_ATTRIBUTES_EXTERNAL_FUNCTIONS_H

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Preprocessor.h>
#include <memory>
#include <set>

namespace sycl_plugin {

/// Where the word extern stands behind such a macro.
using ExternPlaces = std::set<clang::SourceLocation>;

/// Has the preprocessor fill `places`.
void watch_external_macro(clang::Preprocessor& preprocessor, std::shared_ptr<ExternPlaces> places);

/// Gives functions behind such places the attribute. Has to run before Clang makes code of them.
void mark_external_functions(clang::Decl& declaration, const ExternPlaces& places);

} // namespace sycl_plugin

#endif

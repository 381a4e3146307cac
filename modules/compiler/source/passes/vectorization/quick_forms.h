// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_QUICK_FORMS_H
#define PASSES_VECTORIZATION_QUICK_FORMS_H

#include "vecz/vectorize.h"

#include <llvm/IR/Module.h>
#include <string>

namespace compiler {

/// Attribute of kernels that have a quick form: one masked vector form, which runs all work-items,
/// in place of a form for whole vectors, wider ones and one for the rest of a row. LLVM optimises
/// them with few passes (host_passes/llvm_passes.h). Compiling takes a quarter of the time, and
/// variants for launches, which have all forms, follow early (doc/variants.md).
inline constexpr llvm::StringLiteral quick_form_mark = "lanewise-quick-form";

/// The kernels of a module that get a quick form.
enum class QuickForms {
  none,
  of_large_kernels, ///< those that gather and scatter in many places, and so take long to compile,
                    ///< and those that are slow to compile for another reason
  of_all_kernels,   ///< for tests
};

/// As the flag "lanewise.variants_follow" of the module and LANEWISE_QUICK_FORMS want it; none for
/// a variant.
[[nodiscard]] QuickForms wanted_quick_forms(const llvm::Module& module);

/// Why a kernel takes long to compile whatever it gathers; empty if it does not. If it has barriers
/// and its groups may have any size, each part between barriers has a loop for each form, and
/// variants, which know the size, are much better than any other form. Otherwise, if it is large.
[[nodiscard]] std::string slow_to_compile(const llvm::Function& kernel, vecz::FormMaker& maker);

/// Makes the quick form of a kernel, if it is wanted and pays, and marks the kernel. `limit`:
/// gathers and scatters from which it pays. `slow`: why it pays whatever their number
/// (slow_to_compile), or empty. False if there is none; then nothing has changed.
/// `report` is that of the form.
///
/// Cost: if the kernel has fewer accesses of memory than `limit`, that of counting them.
[[nodiscard]] bool make_quick_form(llvm::Function& kernel, vecz::FormMaker& maker, unsigned width,
                                   QuickForms wanted, unsigned limit, const std::string& slow,
                                   vecz::Report& report);

} // namespace compiler

#endif

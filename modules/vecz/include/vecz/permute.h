// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PERMUTE_H
#define VECZ_PERMUTE_H

#include <llvm/IR/IRBuilder.h>

namespace vecz {

/// `<n x T>(<n x T>, <n x I>)`, followed by both types: of each lane the element of the first
/// operand that the second one names; poison where there is none. LLVM has no such instruction for
/// indices that are not constant. LLVM's passes would take apart what does the same with single
/// elements, so that code generation no longer saw the indices as a vector.
inline constexpr llvm::StringLiteral permute_name = "vecz.permute.";

/// Each lane's element of `vector`, by indices below the number of lanes: a call of such a
/// function, which the pass `lower-permutes` replaces, or single elements where these are no
/// numbers of whole bytes.
///
///   %r = call <4 x float> @vecz.permute.v4f32.v4i32(<4 x float> %v, <4 x i32> %lanes)
[[nodiscard]] llvm::Value* create_permute(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                          llvm::Value* indices);

/// The same, element by element.
[[nodiscard]] llvm::Value* permute_by_element(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                              llvm::Value* indices);

} // namespace vecz

#endif

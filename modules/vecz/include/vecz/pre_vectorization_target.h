// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PRE_VECTORIZATION_TARGET_H
#define VECZ_PRE_VECTORIZATION_TARGET_H

#include <llvm/Analysis/TargetTransformInfo.h>

namespace vecz {

/// The target description that LLVM's passes get before a kernel is vectorised. Accesses may be of
/// any size: they are taken apart again, and then are as wide as all lanes together. Divisions and
/// square roots are expensive, so that they are not speculated: behind a branch that no lane takes
/// they cost nothing.
[[nodiscard]] llvm::TargetIRAnalysis pre_vectorization_target();

/// Whether an instruction takes as long as many others: a division or a square root.
[[nodiscard]] bool takes_long(const llvm::Instruction& instruction);

} // namespace vecz

#endif

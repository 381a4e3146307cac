// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_FOLD_IMAGE_FACTS_H
#define PASSES_FACTS_FOLD_IMAGE_FACTS_H

#include <cstdint>
#include <llvm/IR/Module.h>

namespace compiler {

/// The known fields of the descriptor of an image argument, for a launch.
struct ImageFact {
  unsigned argument;
  uint32_t order; ///< libimg::Order
  uint32_t type;  ///< libimg::Type
};
/// The known value of a sampler argument, for a launch.
struct SamplerFact {
  unsigned argument;
  uint32_t word; ///< libimg::SamplerBits
};

/// Writes facts on a kernel, as the metadata "lanewise.images" ({argument, order, type} each) and
/// "lanewise.samplers" ({argument, word} each). Such a kernel is only for launches of which they
/// hold.
void state_image_facts(llvm::Function& kernel, llvm::ArrayRef<ImageFact> images,
                       llvm::ArrayRef<SamplerFact> samplers);

/// Folds the facts that state_image_facts has written: functions that take such an image are
/// inlined, and loads of the known fields of its descriptor are replaced. Where a texel of the
/// format is a load, the target's hardware is not asked for it.
///
/// Requires: lower_images, built-ins linked, variables in registers (the step "simplify"). Best
/// followed by that step again, which removes the code for other formats and modes.
/// Guarantees: the metadata is gone.
///
///   define spir_kernel void @k(ptr addrspace(2) %image)
///     !lanewise.images !{!{i32 0, i32 4277, i32 4306}}
///     %type = load i32, (%image + 40)
/// becomes
///     4306
bool fold_image_facts(llvm::Module& module);

} // namespace compiler

#endif

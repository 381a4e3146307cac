// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_MASKED_ACCESSES_H
#define VECZ_MASKED_ACCESSES_H

#include "vecz/vectorize.h"

#include <llvm/IR/DataLayout.h>

namespace vecz {

/// Whether the target of a form loads and stores elements of this type, or vectors of them, under a
/// mask by one instruction.
[[nodiscard]] inline bool has_masked_accesses(const llvm::Function& form, llvm::Type& type) {
  if (!form.hasFnAttribute(masked_bits)) {
    return true;
  }
  const uint64_t narrowest = form.getFnAttributeAsParsedInteger(masked_bits);
  return narrowest != 0 &&
         form.getDataLayout().getTypeSizeInBits(type.getScalarType()) >= narrowest;
}

} // namespace vecz

#endif

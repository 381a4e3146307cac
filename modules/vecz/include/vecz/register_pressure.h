// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_REGISTER_PRESSURE_H
#define VECZ_REGISTER_PRESSURE_H

#include <llvm/IR/Function.h>

namespace vecz {

/// How many vector registers of `bits` hold what is alive at once where that is most, if each
/// vector is `factor` times as wide as in `function`. One that is the same in all lanes takes one
/// register, and masks have registers of their own.
[[nodiscard]] unsigned registers_needed(const llvm::Function& function, unsigned bits,
                                        unsigned factor = 1);

} // namespace vecz

#endif

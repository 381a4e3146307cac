// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_REGISTER_PRESSURE_H
#define VECZ_REGISTER_PRESSURE_H

#include <llvm/IR/Function.h>

namespace vecz {

class CallInfo;

/// The number of vector registers of `bits` that a value takes if it is `factor` times as wide:
/// none if it is no vector or a mask, one if it is the same in all lanes.
[[nodiscard]] unsigned registers_for(const llvm::Value& value, unsigned bits, unsigned factor = 1);

/// The register pressure: how many vector registers of `bits` hold all values that are alive at the
/// same time, at the place where these are most, if each vector is `factor` times as wide as in
/// `function`. Code behind an unlikely branch does not count.
[[nodiscard]] unsigned registers_needed(llvm::Function& function, unsigned bits,
                                        unsigned factor = 1);

/// The number of vector registers of `bits` that hold all vectors which the rounds of a loop hand
/// on to the next, in the loop where these are most. Masks are not counted.
[[nodiscard]] unsigned registers_carried(const llvm::Function& function, unsigned bits);
/// Likewise in a kernel for one work-item, if each vector that is not the same in all of them
/// stands for those of so many `lanes` one after the other.
[[nodiscard]] unsigned registers_carried(llvm::Function& kernel, unsigned bits, unsigned lanes,
                                         const CallInfo& calls);

} // namespace vecz

#endif

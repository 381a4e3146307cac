// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_LOOPS_REGISTER_ARRAYS_H
#define CUDA_PASSES_LOOPS_REGISTER_ARRAYS_H

#include <llvm/IR/Instructions.h>

namespace cuda {

/// Whether registers can hold a private array: a thread has 255 of 4 bytes at most.
inline bool fits_registers(const llvm::AllocaInst& array) {
  const auto size = array.getAllocationSize(array.getDataLayout());
  return size && size->getFixedValue() <= 512;
}

} // namespace cuda

#endif

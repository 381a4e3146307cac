// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aspects of a device that code shows (SYCL 2020, section 5.7). Without a source file, as Clang's
// plug-in asks, too, which links nothing.
#ifndef SYCL_COMPILER_USED_ASPECTS_H
#define SYCL_COMPILER_USED_ASPECTS_H

#include "sycl_compiler/stages.h"

#include <cstdint>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Type.h>
#include <set>

namespace sycl_compiler {

/// Those values of sycl::aspect that code shows.
enum Aspect : uint64_t { fp16 = 6, fp64 = 7, atomic64 = 8, image_aspect = 9 };

inline void add_aspect_of(const llvm::Type& type, std::set<uint64_t>& aspects) {
  const llvm::Type* const scalar = type.getScalarType();
  if (scalar->isHalfTy()) {
    aspects.insert(fp16);
  } else if (scalar->isDoubleTy()) {
    aspects.insert(fp64);
  }
}

/// Whether it calls one of the functions on images (sycl_compiler/stages.h).
inline bool uses_image(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && call->getCalledOperand()->stripPointerCasts()->getName().starts_with(
                     image_function_prefix);
}

/// Adds what an instruction needs by its types, and images if it reads or writes one.
inline void add_aspects_of(const llvm::Instruction& instruction, std::set<uint64_t>& aspects) {
  add_aspect_of(*instruction.getType(), aspects);
  for (const llvm::Value* operand : instruction.operands()) {
    add_aspect_of(*operand->getType(), aspects);
  }
  const bool writes = llvm::isa<llvm::StoreInst>(instruction);
  const llvm::Type* const type =
      writes ? instruction.getOperand(0)->getType() : instruction.getType();
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (instruction.isAtomic() &&
      (type->getPrimitiveSizeInBits() == 64 ||
       (exchange && exchange->getNewValOperand()->getType()->getPrimitiveSizeInBits() == 64))) {
    aspects.insert(atomic64);
  }
  if (uses_image(instruction)) {
    aspects.insert(image_aspect);
  }
}

} // namespace sycl_compiler

#endif

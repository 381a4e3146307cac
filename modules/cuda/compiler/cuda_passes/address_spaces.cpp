// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/address_spaces.h"

#include "passes/address_spaces/remap_address_spaces.h"
#include "vecz/work_item_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace cuda {
namespace {

/// LLVM infers no address space of an atomic operation that is volatile as well, as those of OpenCL
/// C are. It leaves atomic ones as they are in any case.
void drop_volatile(llvm::Instruction& instruction) {
  if (auto* modification = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    modification->setVolatile(false);
  } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    exchange->setVolatile(false);
  }
}

} // namespace

bool address_spaces(llvm::Module& module) {
  constexpr unsigned generic = 0, global = 1, shared = 3;
  compiler::remap_address_spaces(module, [](unsigned space) {
    switch (vecz::AddressSpace(space)) {
    case vecz::global_space:
    case vecz::constant_space:
      return global;
    case vecz::local_space:
      return shared;
    default:
      return generic;
    }
  });
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      drop_volatile(instruction);
    }
  }
  return true;
}

} // namespace cuda

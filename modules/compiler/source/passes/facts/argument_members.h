// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_ARGUMENT_MEMBERS_H
#define PASSES_FACTS_ARGUMENT_MEMBERS_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <map>

namespace compiler {

/// Where in the bytes of an argument an integer is.
struct Member {
  uint64_t offset = 0;
  uint64_t size = 0;
  auto operator<=>(const Member&) const = default;
};

using MemberLoads = std::map<Member, llvm::SmallVector<llvm::LoadInst*, 2>>;

/// The loads of integers of up to 64 bits that a structure has which is passed by value, as the
/// function object of a SYCL kernel is, also in the function of a kernel of OpenCL C that gets a
/// copy. None if anything else than loads may be done to the structure's memory, and none of what
/// is read at places that are not constants.
MemberLoads find_members(llvm::Argument& argument);

} // namespace compiler

#endif

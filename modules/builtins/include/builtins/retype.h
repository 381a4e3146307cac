// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BUILTINS_RETYPE_H
#define BUILTINS_RETYPE_H

#include <llvm/ADT/STLFunctionalExtras.h>

namespace llvm {
class Module;
class TargetExtType;
class Type;
} // namespace llvm

namespace builtins {

/// Returns the type that replaces an opaque type of the front end, or that type itself if it stays.
using Replacement = llvm::function_ref<llvm::Type*(llvm::TargetExtType*)>;

/// Gives values of opaque types another type: in signatures, variables, arrays of them, literals of
/// blocks, everywhere but in structures with a name, in which OpenCL C 6.9 does not allow them.
/// True if anything changed.
bool retype(llvm::Module& module, Replacement replacement);

} // namespace builtins

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BUILTINS_SPLIT_INTO_MEMBERS_H
#define BUILTINS_SPLIT_INTO_MEMBERS_H

#include "archive.h"

#include <vector>

namespace llvm {
class Module;
}

namespace builtins {

/// One member for each function in `module` that has external linkage: bitcode of the function,
/// with the local functions and constants that it uses, and declarations of the rest.
[[nodiscard]] std::vector<Member> split_into_members(const llvm::Module& module);

} // namespace builtins

#endif

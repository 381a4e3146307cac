// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef BUILTINS_PREPARE_H
#define BUILTINS_PREPARE_H

#include <string>

namespace llvm {
class Module;
}

namespace builtins {

/// Prepares compiled built-ins for the archive: attributes that hold for any target, inferred over
/// all of them; no metadata; short functions always inlined. Requires: everything linked into
/// `module`. Gives a sentence about the first thing that a member must not have (an undefined
/// function outside the vocabulary, a variable that can be written, an intrinsic that is not inline
/// code on every CPU), or nothing.
[[nodiscard]] std::string prepare(llvm::Module& module);

} // namespace builtins

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_CLAMP_HALF_CONVERSIONS_H
#define PASSES_LLVM_LIMITS_CLAMP_HALF_CONVERSIONS_H

namespace llvm {
class Module;
}

namespace compiler {

/// Keeps LLVM 22's InstCombine from losing infinities. A conversion of an integer to half and on to
/// a wider type becomes one to the wider type where the integer has few significant bits, even if
/// it is beyond the range of half. Integers of more than 16 bits are limited to 65535 and -65535,
/// which round to infinity as all beyond do and have too many significant bits for that.
///
/// Requires: nothing; runs before any InstCombine, with the library of built-ins linked.
/// Guarantees: conversions of wider integers to half, also by way of float or double, are of
/// limited ones.
///
///   %h = uitofp i64 %n to half
/// becomes
///   %limited = call i64 @llvm.umin.i64(i64 %n, i64 65535)
///   %h = uitofp i64 %limited to half
bool clamp_half_conversions(llvm::Module& module);

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_FACTS_GOVERNING_ARGUMENTS_H
#define PASSES_FACTS_GOVERNING_ARGUMENTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Attribute of a kernel: what governs it, with commas between: the number of an argument, behind
/// which offset and size stand, in bytes, for a member of a structure that is passed by value.
inline constexpr llvm::StringLiteral governing_list = "lanewise-governing-arguments";

/// Finds the integer arguments of kernels, and integers in structures that are passed by value
/// (argument_members.h), whose values are worth knowing when a kernel is compiled: those that
/// decide, through arithmetic (also in functions that the kernel calls),
///
///   - when a loop ends,
///   - which way a branch goes that all work-items take alike,
///   - how far apart things are in memory: a factor of an index, or what a loop adds to one,
///   - where something begins in a block of local memory,
///   - what is divided by.
///
/// A bound that ids are compared with does not count, nor does a number that is added to an index
/// once: knowing them saves nothing. Values that go through memory are not followed.
///
/// Requires: variables in registers (the step "simplify"). Guarantees: nothing but `governing_list`
/// on kernels is changed.
///
///   kernel void k(global float *p, int n, int stride, int offset) {
///     for (int i = 0; i < n; ++i) p[get_global_id(0) * stride + offset] += i;
///   }
/// becomes one with "lanewise-governing-arguments"="1,2", and with a structure of the three
/// integers in their place "1:0:4,1:4:4".
bool governing_arguments(llvm::Module& module);

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_TEST_SWITCHES_H
#define VECZ_PREPARATION_TEST_SWITCHES_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Replaces switches with one or two destinations, besides the default (or, where that cannot be
/// reached, another one), by tests for all the values
/// of a destination at once, if these are few. LLVM makes such switches of chains of comparisons.
/// As a tree of comparisons, which LowerSwitch would make of it, each of them would divide the
/// lanes. Returns whether anything changed.
///
///   switch i32 %x, label %inside [ i32 0, label %border
///                                  i32 99, label %border ]
/// becomes
///   %first = icmp eq i32 %x, 0
///   %last = icmp eq i32 %x, 99
///   %either = or i1 %first, %last
///   br i1 %either, label %border, label %inside
bool test_switches(llvm::Function& function);

} // namespace vecz

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_VECTOR_FUNCTIONS_H
#define VECZ_VECTOR_FUNCTIONS_H

#include "packetizing/packet.h"
#include "remark.h"
#include "vecz/call_info.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Function.h>
#include <optional>

namespace vecz {

/// How an argument reaches a vector function: by how much it goes up from lane to lane, where that
/// is known (then it is that of lane 0), 0 if it is the same for all; otherwise it is a packet, one
/// parameter for each leaf.
using Passing = std::optional<int64_t>;

/// The form for `width` lanes of the function that `call` calls; null if there cannot be one.
/// Behind the arguments it has, if `masked`, the mask of the lanes that it is to run for, `<width x
/// i1>`, which may be empty. It returns the leaves of the packet as a structure. The same form is
/// made once in a module, where its name says all of this; what it calls in turn is treated
/// likewise.
///
/// Cost: a function gets a few forms as calls ask for them; all further calls pass packets, which
/// `arguments` then say, so that their number does not grow with the calls. What could not be made
/// is not tried again.
///
///   define float @f(float %x, i32 %n)
/// becomes, 4 wide, for an %n that is the same for all lanes
///   define internal { <4 x float> } @f.vecz.4.p.0.masked(<4 x float> %x, i32 %n, <4 x i1> %mask)
[[nodiscard]] llvm::Function* vector_function(const llvm::CallBase& call,
                                              llvm::MutableArrayRef<Passing> arguments, bool masked,
                                              unsigned width, const CallInfo& calls,
                                              Remarks& remarks);

/// `T(i32)`: the packet that begins with this parameter of a vector function.
inline constexpr llvm::StringLiteral argument_name = "vecz.argument";
/// `{leaves}(T)`: what a vector function returns for the values of its lanes.
inline constexpr llvm::StringLiteral result_name = "vecz.result";

/// Whether `value` is a call of one of these two; there is one declaration for each type.
[[nodiscard]] bool is_function_call(const llvm::Value& value, llvm::StringRef name);

} // namespace vecz

#endif

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

/// The form in which an argument is passed to a vector function. A number is its stride from lane
/// to lane: 0 if it is uniform; the argument is then that of lane 0. Without a number it is a
/// packet: one parameter for each leaf.
using Passing = std::optional<int64_t>;

/// The form for `width` lanes of the function that `call` calls; null if there cannot be one. If
/// `masked`, the last parameter is the mask of the lanes that it is to run for, `<width x i1>`,
/// which may be empty. It returns the leaves of the packet as a structure. The name of a form says
/// all of this, so that each is made once in a module. The calls in it become vector functions in
/// the same way.
///
/// Cost: a function gets a limited number of forms for the ways in which calls pass arguments. All
/// further calls pass packets, and `arguments` is changed to say so. So the number of forms does
/// not grow with the number of calls. A form that could not be made is not tried again.
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
/// `{leaves}(T)`: converts the lanes' values to the return value of a vector function.
inline constexpr llvm::StringLiteral result_name = "vecz.result";

/// Whether `value` is a call of one of these two; there is one declaration for each type.
[[nodiscard]] bool is_function_call(const llvm::Value& value, llvm::StringRef name);

} // namespace vecz

#endif

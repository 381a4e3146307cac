// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packet: the values of all lanes. A scalar of type T becomes one vector <W x T>. A type with
// parts (short vectors, structures, arrays) becomes one such vector for each scalar in it, its
// leaves, in their order in memory.
#ifndef VECZ_PACKETIZING_PACKET_H
#define VECZ_PACKETIZING_PACKET_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>

namespace vecz {

using Packet = llvm::SmallVector<llvm::Value*, 4>;

/// The scalar types that `type` consists of.
[[nodiscard]] llvm::SmallVector<llvm::Type*, 4> leaves_of(llvm::Type* type);
/// Whether all of them can be elements of vectors.
[[nodiscard]] bool can_be_packet(llvm::Type* type);
/// The index of the first leaf of the part of `type` that `path` names.
[[nodiscard]] unsigned leaf_index(llvm::Type* type, llvm::ArrayRef<unsigned> path);

/// The leaves of a scalar, vector or aggregate value; and the value of such leaves.
[[nodiscard]] Packet take_apart(llvm::IRBuilderBase& builder, llvm::Value* value);
[[nodiscard]] llvm::Value* put_together(llvm::IRBuilderBase& builder, llvm::Type* type,
                                        llvm::ArrayRef<llvm::Value*> leaves);

/// Lets `made` promise and require what `instruction` does of its arithmetic: flags, and how exact
/// it has to be (!fpmath).
void copy_arithmetic_flags(llvm::Instruction& made, const llvm::Instruction& instruction);

/// 0, `stride`, 2 * `stride` and so on: the lanes' offsets from lane 0's value.
[[nodiscard]] llvm::Constant* steps(llvm::Type* integer, unsigned width, int64_t stride);
/// Repeats a uniform value for each lane, lane after lane: all leaves of a vector as often as there
/// are lanes; or each lane's leaf as often as there are `parts`.
[[nodiscard]] llvm::Value* repeat_for_lanes(llvm::IRBuilderBase& builder, llvm::Value* vector,
                                            unsigned width);
[[nodiscard]] llvm::Value* repeat_for_parts(llvm::IRBuilderBase& builder, llvm::Value* leaf,
                                            unsigned parts);

/// Shuffles that targets know as a part of one unmasked access of memory, or those that are fewest
/// by themselves.
enum class Shuffles { of_access, of_registers };

/// Lane by lane: all leaves of lane 0, then those of lane 1 … And back, for `parts` leaves, of
/// which the first `wanted` are given; `width` lanes.
[[nodiscard]] llvm::Value* interleave(llvm::IRBuilderBase& builder,
                                      llvm::ArrayRef<llvm::Value*> leaves, Shuffles shuffles);
[[nodiscard]] Packet deinterleave(llvm::IRBuilderBase& builder, llvm::Value* all, unsigned parts,
                                  unsigned wanted, unsigned width, Shuffles shuffles);

/// Rows: for each lane a vector of all its leaves.
[[nodiscard]] llvm::SmallVector<llvm::Value*> rows_of(llvm::IRBuilderBase& builder,
                                                      llvm::Value* all, unsigned width);
[[nodiscard]] llvm::SmallVector<llvm::Value*> rows_of_leaves(llvm::IRBuilderBase& builder,
                                                             llvm::ArrayRef<llvm::Value*> leaves);
[[nodiscard]] Packet leaves_of_rows(llvm::IRBuilderBase& builder,
                                    llvm::ArrayRef<llvm::Value*> rows);
/// How many leaves of rows of `parts` are transposed quickly at once; 0 if none are.
[[nodiscard]] unsigned quick_part(llvm::Type* leaf, unsigned parts, unsigned width);

} // namespace vecz

#endif

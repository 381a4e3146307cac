// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PACKETIZING_PACKETIZER_H
#define VECZ_PACKETIZING_PACKETIZER_H

#include "analysis/maybe_consecutive.h"
#include "analysis/strides.h"
#include "packetizing/access_windows.h"
#include "packetizing/aos_values.h"
#include "packetizing/packet.h"
#include "remark.h"
#include "vecz/vectorize.h"

#include <llvm/IR/Instructions.h>

namespace vecz {

/// The state of packetize, whose parts stand in packetize.cpp (values), packetize_memory.cpp,
/// packetize_scattered.cpp, packetize_maybe_consecutive.cpp (addresses that are tested at run
/// time), packetize_vectors.cpp (short vectors and aggregates), packetize_aos.cpp (short vectors
/// that stay lane after lane), packetize_calls.cpp, packetize_atomics.cpp (of all lanes on one
/// place), packetize_lanes.cpp (exchange between lanes)
/// and lane_loop.cpp (many lanes, one by one).
class Packetizer {
public:
  Packetizer(llvm::Function& subject, unsigned lanes, const CallInfo& call_info, Remarks& notes)
      : function(subject), width(lanes), calls(call_info), remarks(notes),
        windows(lanes <= subject.getFnAttributeAsParsedInteger(window_lanes)),
        interleaves(!subject.hasFnAttribute(never_interleaves)), uniformity(subject, call_info),
        strides(subject, call_info, uniformity, subject.hasFnAttribute(aligned_lanes) ? lanes : 0),
        aos(subject, lanes, uniformity, [this](auto& access) { return is_in_lane_order(access); }) {
  }

  bool run(size_t max_instructions);

private:
  [[nodiscard]] llvm::FixedVectorType* widened(llvm::Type* leaf) const {
    return llvm::FixedVectorType::get(leaf, width);
  }
  [[nodiscard]] bool varies(const llvm::Value& value) const { return uniformity.is_varying(value); }

  // packetize.cpp
  void visit(llvm::Instruction& instruction);
  void set(llvm::Instruction& instruction, Packet packet);
  /// The value of all lanes.
  const Packet& pack(llvm::Value* value);
  llvm::Value* pack_scalar(llvm::Value* value) { return pack(value)[0]; }
  Packet spread(llvm::Value* value);
  llvm::Value* count_up(llvm::IRBuilderBase& builder, llvm::Value* value, int64_t stride);
  /// The value of one lane.
  llvm::Value* of_lane(llvm::IRBuilderBase& builder, llvm::Value* value, unsigned lane);
  void keep_lane_0(llvm::Instruction& instruction);
  void each_leaf(
      llvm::Instruction& instruction,
      llvm::function_ref<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)> make);
  void divide(llvm::BinaryOperator& division);
  void choose(llvm::SelectInst& select);
  void make_address(llvm::GetElementPtrInst& address);
  void begin_phi(llvm::PHINode& phi);
  void finish_phis();
  void scalarize(llvm::Instruction& instruction, const char* why, bool masked);
  void erase_replaced();
  void replace_lane_calls();

  // lane_loop.cpp
  using SlotCounts = llvm::SmallDenseMap<llvm::Type*, unsigned, 4>;
  bool loop_over_lanes(llvm::Instruction& instruction, bool masked);
  llvm::AllocaInst& slot_memory(llvm::Type* stored, SlotCounts& used);
  llvm::Value* of_any_lane(llvm::IRBuilderBase& builder, llvm::Value* value, llvm::Value* lane,
                           llvm::Instruction& before, SlotCounts& used);

  // packetize_memory.cpp
  void load(llvm::LoadInst& instruction);
  void store(llvm::StoreInst& instruction);
  /// How the lanes of one access lie in memory.
  struct Access {
    enum class Form {
      same,        ///< all lanes at one address
      dense,       ///< lane after lane without gaps
      reversed,    ///< the same backwards, one scalar each
      dense_parts, ///< each part dense by itself: a lane's second scalar is the next one's first
      gaps,        ///< lane after lane with small gaps
      scattered,   ///< anywhere
      impossible,  ///< not as vectors
    };
    Form form;
    llvm::Type* leaf;
    unsigned parts;     ///< scalars that a lane accesses
    unsigned spacing;   ///< scalars from lane to lane, if dense or with gaps
    uint64_t leaf_size; ///< bytes
  };
  Access classify(llvm::Instruction& instruction, llvm::Type* type, llvm::Value* pointer);
  llvm::Value* mask_for(llvm::IRBuilder<>& builder, unsigned parts, bool reversed);
  /// Between leaves and a dense access.
  [[nodiscard]] Shuffles dense_shuffles() const {
    return mask || !interleaves ? Shuffles::of_registers : Shuffles::of_access;
  }
  llvm::Value* reverse(llvm::IRBuilder<>& builder, llvm::Value* value);
  void set_loaded(llvm::LoadInst& load, Packet packet);
  Packet as_loaded(llvm::IRBuilder<>& builder, const llvm::LoadInst& load, const Access& access,
                   llvm::Value* all);
  static void keep_metadata(llvm::Instruction& made, const llvm::Instruction& access);

  // packetize_scattered.cpp
  [[nodiscard]] bool goes_in_rows(const Access& access, bool is_load) const;
  bool is_in_lane_order(llvm::Instruction& instruction);
  /// Called for each instruction that accesses memory.
  using MadeAccess = llvm::function_ref<void(llvm::Instruction&)>;
  Packet load_rows(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Access& access,
                   llvm::Value* addresses, MadeAccess made);
  void store_rows(llvm::IRBuilder<>& builder, llvm::StoreInst& store, const Access& access,
                  llvm::Value* addresses, MadeAccess made);
  Packet gather(llvm::IRBuilder<>& builder, llvm::LoadInst& load, const Access& access,
                llvm::Value* addresses, MadeAccess made);
  void scatter(llvm::IRBuilder<>& builder, llvm::StoreInst& store, const Access& access,
               llvm::Value* addresses, MadeAccess made);

  // packetize_maybe_consecutive.cpp
  struct MaybeConsecutive {
    llvm::GetElementPtrInst* address;
    Index index; ///< the only varying one
  };
  /// How the lanes' indices lie, whatever uniform number is added to them.
  struct Shape {
    llvm::Value* first;                 ///< of the first lane
    llvm::Value* distance;              ///< of each lane from the first
    llvm::Value* dense;                 ///< whether they count up in active lanes
    std::optional<AccessWindow> window; ///< tested for where they do not
  };
  struct Ways {
    llvm::Value* first;           ///< index of the first lane
    llvm::Instruction* dense;     ///< end of the block for lanes side by side
    llvm::Instruction* apart;     ///< and of those for others:
    llvm::Instruction* scattered; ///< anywhere
    llvm::Instruction* close;     ///< in a window; null if that is not asked
    const AccessWindow* window;
    bool rarely_apart; ///< lanes are hardly ever apart
  };
  std::optional<MaybeConsecutive> find_maybe_consecutive(llvm::Value* pointer,
                                                         const Access& access);
  Shape& shape_of(llvm::Value* index, llvm::Instruction& instruction);
  [[nodiscard]] unsigned window_parts(const Access& access) const;
  AccessWindow access_window_of(llvm::Value* distance, llvm::Value* dense,
                                llvm::Instruction& instruction);
  Ways branch_on(const MaybeConsecutive& near, const Access& access,
                 llvm::Instruction& instruction);
  llvm::Value* address_of(llvm::IRBuilder<>& builder, const MaybeConsecutive& near,
                          llvm::Value* first);
  llvm::Value* addresses_of(llvm::IRBuilder<>& builder, const MaybeConsecutive& near,
                            const Ways& ways);
  static void keep_apart(llvm::Instruction& made, const llvm::Instruction& access,
                         const Ways& ways);
  void load_maybe_consecutive(llvm::LoadInst& instruction, const Access& access,
                              const MaybeConsecutive& near);
  void store_maybe_consecutive(llvm::StoreInst& instruction, const Access& access,
                               const MaybeConsecutive& near);

  // packetize_vectors.cpp
  void cast(llvm::CastInst& instruction);
  void extract_element(llvm::ExtractElementInst& extract);
  void insert_element(llvm::InsertElementInst& insert);
  void shuffle(llvm::ShuffleVectorInst& shuffle);
  void extract_value(llvm::ExtractValueInst& extract);
  void insert_value(llvm::InsertValueInst& insert);

  // packetize_aos.cpp
  bool visit_aos(llvm::Instruction& instruction);
  void set_aos(llvm::Instruction& instruction, llvm::Value* value);
  llvm::Value* in_lane_order(llvm::IRBuilderBase& builder, llvm::Value* value,
                             Shuffles shuffles = Shuffles::of_registers);
  llvm::Value* widen_aos(llvm::IRBuilder<>& builder, llvm::Instruction& instruction);

  // packetize_calls.cpp
  void call(llvm::CallBase& call);
  void replace_any(llvm::CallBase& call);
  [[nodiscard]] bool is_small_id(const llvm::Value& value, bool is_signed) const;
  llvm::Value* any_in_order(llvm::IRBuilder<>& builder, llvm::Value& lanes);
  bool widen_intrinsic(llvm::CallBase& call);
  bool widen_elementwise(llvm::CallBase& call);
  bool fold_reduction(llvm::CallBase& call);
  bool call_vector_function(llvm::CallBase& call);
  void take_argument(llvm::CallBase& call);
  void give_result(llvm::CallBase& call);

  // packetize_atomics.cpp
  bool combine_lanes(llvm::AtomicRMWInst& atomic);

  // packetize_lanes.cpp
  void ballot(llvm::CallBase& call);
  void fold(llvm::CallBase& call);
  void read_lane(llvm::CallBase& call);
  void fill(llvm::CallBase& call);
  void group_call(llvm::CallBase& call);
  void every_lane(llvm::CallBase& call);
  [[nodiscard]] llvm::SmallVector<int, 64> lanes_read(llvm::Value* index) const;
  llvm::Value* read_one(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* index);

  llvm::Function& function;
  const unsigned width;
  const CallInfo& calls;
  Remarks& remarks;
  const bool windows;     ///< whether the target has instructions for windows of this width
  const bool interleaves; ///< as VectorRegisters says
  const Uniformity uniformity;
  const Strides strides;
  const AosValues aos;
  llvm::Value* mask = nullptr;                ///< of the block being visited, null: all lanes
  llvm::DenseMap<llvm::Value*, Shape> shapes; ///< in the block being visited, under its mask
  llvm::DenseMap<llvm::Value*, Packet> packets;
  llvm::DenseMap<llvm::Value*, llvm::Value*> aos_packets; ///< of those in `aos`, lane after lane
  llvm::DenseMap<llvm::Type*, llvm::SmallVector<llvm::AllocaInst*>> slots; ///< of lane_loop.cpp
  llvm::SmallVector<llvm::PHINode*> phis;
  llvm::SmallVector<llvm::Instruction*> replaced;
  unsigned tests_left = 64; ///< how many further addresses may be tested at run time
};

} // namespace vecz

#endif

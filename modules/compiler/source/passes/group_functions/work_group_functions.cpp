// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/work_group_functions.h"

#include "passes/group_functions/group_items.h"

#include <algorithm>
#include <utility>

namespace compiler {
namespace {

/// A vote is a reduction of truth values.
Reduction reduction_of(const GroupFunction& what) {
  return what.meaning == GroupMeaning::all   ? Reduction::logical_and
         : what.meaning == GroupMeaning::any ? Reduction::logical_or
                                             : what.reduction;
}

/// Elements that are combined at once: a vector of 64 bytes at most.
unsigned chunk_elements(const llvm::Type& type, const llvm::DataLayout& layout) {
  constexpr uint64_t max_bytes = 64, max_elements = 16;
  const uint64_t bytes = layout.getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue();
  return unsigned(std::min(max_elements, max_bytes / bytes));
}

class Body {
public:
  Body(llvm::Function& of, const GroupFunction& described, llvm::GlobalVariable& memory,
       uint64_t shifted)
      : function(of), what(described), reduction(reduction_of(described)), scratch(memory),
        shifted_bytes(shifted), builder(llvm::BasicBlock::Create(of.getContext(), "", &function)) {}

  void write() {
    builder.CreateRet(what.meaning == GroupMeaning::broadcast ? broadcast() : combined());
  }

private:
  void barrier() { create_group_barrier(builder); }

  /// Runs `make` on the work-item at `place` only.
  template <typename F> void on_item(llvm::Value* place, F make) {
    auto* only = llvm::BasicBlock::Create(function.getContext(), "only", &function);
    auto* behind = llvm::BasicBlock::Create(function.getContext(), "behind");
    builder.CreateCondBr(builder.CreateICmpEQ(own_place, place), only, behind);
    builder.SetInsertPoint(only);
    make();
    builder.CreateBr(behind);
    function.insert(function.end(), behind);
    builder.SetInsertPoint(behind);
  }

  llvm::Value* broadcast() {
    own_place = linear_local_id(builder);
    llvm::SmallVector<llvm::Value*, 3> ids;
    for (llvm::Argument& id : llvm::drop_begin(function.args())) {
      ids.push_back(&id);
    }
    llvm::Value* from = linear_id(builder, llvm::ArrayRef<llvm::Value*>(ids).take_front(3));
    on_item(from, [&] { builder.CreateStore(function.getArg(0), &scratch); });
    barrier();
    return builder.CreateLoad(function.getReturnType(), &scratch);
  }

  /// Vectors go element by element, so that the scratch is one element wide.
  llvm::Value* combined() {
    own_place = linear_local_id(builder);
    items = group_items(builder, MuxBuiltin::get_local_size);
    llvm::Value* value = function.getArg(0);
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    if (!vector) {
      return combine_elements(value);
    }
    llvm::Value* result = llvm::PoisonValue::get(value->getType());
    for (uint64_t i = 0; i < vector->getNumElements(); ++i) {
      if (i > 0) {
        barrier(); // others may still be reading what the element before left
      }
      result = builder.CreateInsertElement(
          result, combine_elements(builder.CreateExtractElement(value, i)), i);
    }
    return result;
  }

  llvm::Value* combine_elements(llvm::Value* value) {
    llvm::Type* type = value->getType();
    builder.CreateStore(prepare(builder, reduction, value), element(type, own_place));
    barrier();
    const bool is_scan = what.meaning == GroupMeaning::scan_inclusive ||
                         what.meaning == GroupMeaning::scan_exclusive;
    on_item(builder.getInt64(0), [&] { is_scan ? scan(type) : reduce(type); });
    barrier();
    return builder.CreateLoad(type, element(type, is_scan ? own_place : builder.getInt64(0)));
  }

  llvm::Value* element(llvm::Type* type, llvm::Value* place) {
    return builder.CreateInBoundsGEP(type, &scratch, place);
  }

  // Work that one work-item does for the whole group, a vector of elements at a time.

  [[nodiscard]] llvm::FixedVectorType* chunk_of(llvm::Type* type) const {
    return llvm::FixedVectorType::get(type, chunk_elements(*type, function.getDataLayout()));
  }

  llvm::LoadInst* load_chunk(llvm::FixedVectorType* chunk, llvm::Value* place) {
    llvm::Value* address = element(chunk->getElementType(), place);
    return builder.CreateAlignedLoad(chunk, address, chunk_alignment(chunk));
  }
  [[nodiscard]] llvm::Align chunk_alignment(llvm::Type* chunk) const {
    return llvm::Align(function.getDataLayout().getTypeStoreSize(chunk).getFixedValue());
  }

  /// combine() wants numbers on its left.
  llvm::Value* numbers(llvm::Value* chunk) {
    const bool may_be_no_number =
        reduction == Reduction::float_minimum || reduction == Reduction::float_maximum;
    return may_be_no_number ? combine(identity(reduction, chunk->getType()), chunk) : chunk;
  }
  llvm::Value* combine(llvm::Value* left, llvm::Value* right) {
    return compiler::combine(builder, reduction, left, right);
  }

  llvm::BasicBlock* add_block(const char* name) {
    return llvm::BasicBlock::Create(function.getContext(), name, &function);
  }

  /// Leaves the result of the whole group in the first element.
  void reduce(llvm::Type* type) {
    llvm::FixedVectorType* chunk = chunk_of(type);
    const unsigned count = chunk->getNumElements();
    llvm::Constant* nothing = identity(reduction, chunk);
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock *body = add_block("combine"), *rest = add_block("rest"),
                     *partial = add_block("partial"), *end = add_block("combined");
    llvm::Value* whole = builder.CreateAnd(items, ~uint64_t(count - 1));
    builder.CreateCondBr(builder.CreateICmpNE(whole, builder.getInt64(0)), body, rest);

    builder.SetInsertPoint(body);
    llvm::PHINode* i = builder.CreatePHI(builder.getInt64Ty(), 2);
    llvm::PHINode* so_far = builder.CreatePHI(chunk, 2);
    llvm::Value* both = combine(so_far, load_chunk(chunk, i));
    llvm::Value* next = builder.CreateAdd(i, builder.getInt64(count));
    i->addIncoming(builder.getInt64(0), before);
    i->addIncoming(next, body);
    so_far->addIncoming(nothing, before);
    so_far->addIncoming(both, body);
    builder.CreateCondBr(builder.CreateICmpULT(next, whole), body, rest);

    builder.SetInsertPoint(rest);
    llvm::PHINode* of_whole = builder.CreatePHI(chunk, 2);
    of_whole->addIncoming(nothing, before);
    of_whole->addIncoming(both, body);
    builder.CreateCondBr(builder.CreateICmpNE(whole, items), partial, end);

    builder.SetInsertPoint(partial);
    llvm::Value* left = builder.CreateTrunc(builder.CreateSub(items, whole), builder.getInt32Ty());
    llvm::SmallVector<llvm::Constant*> places;
    for (unsigned place = 0; place < count; ++place) {
      places.push_back(builder.getInt32(place));
    }
    llvm::Value* is_there = builder.CreateICmpULT(llvm::ConstantVector::get(places),
                                                  builder.CreateVectorSplat(count, left));
    llvm::Value* last = builder.CreateSelect(is_there, load_chunk(chunk, whole), nothing);
    llvm::Value* with_last = combine(of_whole, last);
    builder.CreateBr(end);

    builder.SetInsertPoint(end);
    llvm::PHINode* all = builder.CreatePHI(chunk, 2);
    all->addIncoming(of_whole, rest);
    all->addIncoming(with_last, partial);
    builder.CreateStore(together(all), &scratch);
  }

  /// Reduces the elements of a vector: combines one half with the other half, and so on.
  llvm::Value* together(llvm::Value* vector) {
    for (unsigned count = elements_of(vector) / 2; count > 0; count /= 2) {
      llvm::SmallVector<int> low, high;
      for (unsigned place = 0; place < count; ++place) {
        low.push_back(int(place));
        high.push_back(int(count + place));
      }
      vector = combine(builder.CreateShuffleVector(vector, low),
                       builder.CreateShuffleVector(vector, high));
    }
    return builder.CreateExtractElement(vector, uint64_t(0));
  }
  static unsigned elements_of(const llvm::Value* vector) {
    return llvm::cast<llvm::FixedVectorType>(vector->getType())->getNumElements();
  }

  /// The last `distance` elements of one vector, and in front of them those of the next one: each
  /// element from so many places before.
  llvm::Value* elements_before(llvm::Value* previous, llvm::Value* vector, unsigned distance) {
    llvm::SmallVector<int> places;
    for (unsigned count = elements_of(vector), place = 0; place < count; ++place) {
      places.push_back(int(count - distance + place));
    }
    return builder.CreateShuffleVector(previous, vector, places);
  }

  /// Of blocks of elements: in the upper half of each, the last element of its lower half;
  /// identities elsewhere. Parts of registers are blocks, so that most steps stay inside them.
  llvm::Value* last_of_lower_halves(llvm::Value* vector, unsigned half) {
    llvm::SmallVector<int> places;
    for (unsigned count = elements_of(vector), place = 0; place < count; ++place) {
      const unsigned last = (place & ~half) | (half - 1);
      places.push_back(int((place & half) == 0 ? place : count + last));
    }
    return builder.CreateShuffleVector(nothing(vector), vector, places);
  }

  llvm::Constant* nothing(const llvm::Value* vector) {
    return identity(reduction, vector->getType());
  }
  [[nodiscard]] bool is_inclusive() const { return what.meaning == GroupMeaning::scan_inclusive; }

  // A scan takes one chunk after the other. Its two ways make of a chunk's elements what is stored
  // in their place, and of `carried`, values of the chunk before, those for the next one, which has
  // one operation of this one to wait for.
  using Carried = llvm::SmallVector<llvm::Value*, 8>;

  /// Each step doubles how many elements up to its own each one has the sum of, reaching into the
  /// chunk before; at last it lacks no more than the result at the same place there.
  llvm::Value* scan_by_shifts(llvm::Value* sums, Carried& carried) {
    unsigned distance = 1;
    for (llvm::Value*& earlier : llvm::drop_end(carried)) {
      llvm::Value* before = elements_before(std::exchange(earlier, sums), sums, distance);
      sums = combine(before, sums);
      distance *= 2;
    }
    llvm::Value* earlier = std::exchange(carried.back(), combine(carried.back(), sums));
    return is_inclusive() ? carried.back() : elements_before(earlier, carried.back(), 1);
  }

  /// A scan of the chunk alone, behind the sum of all before, which is in each element.
  llvm::Value* scan_by_halves(llvm::Value* sums, Carried& carried) {
    const unsigned count = elements_of(sums);
    for (unsigned half = 1; half < count; half *= 2) {
      sums = combine(last_of_lower_halves(sums, half), sums);
    }
    const llvm::SmallVector<int> last(count, int(count - 1));
    llvm::Value* before = carried.front();
    carried.front() = combine(before, builder.CreateShuffleVector(sums, last));
    return combine(before, is_inclusive() ? sums : elements_before(nothing(sums), sums, 1));
  }

  /// Scans in place. Elements behind the last one of the group may have any value.
  void scan(llvm::Type* type) {
    llvm::FixedVectorType* chunk = chunk_of(type);
    const unsigned count = chunk->getNumElements();
    const bool shifts = chunk_alignment(chunk).value() <= shifted_bytes;
    llvm::BasicBlock* before = builder.GetInsertBlock();
    llvm::BasicBlock *body = add_block("combine"), *end = add_block("combined");
    builder.CreateBr(body);

    builder.SetInsertPoint(body);
    llvm::PHINode* i = builder.CreatePHI(builder.getInt64Ty(), 2);
    Carried carried;
    for (unsigned values = shifts ? llvm::Log2_32(count) + 1 : 1; values > 0; --values) {
      carried.push_back(builder.CreatePHI(chunk, 2));
    }
    const Carried earlier = carried;
    llvm::LoadInst* loaded = load_chunk(chunk, i);
    llvm::Value* sums = numbers(loaded);
    builder.CreateAlignedStore(shifts ? scan_by_shifts(sums, carried)
                                      : scan_by_halves(sums, carried),
                               loaded->getPointerOperand(), loaded->getAlign());
    llvm::Value* next = builder.CreateAdd(i, builder.getInt64(count));
    i->addIncoming(builder.getInt64(0), before);
    i->addIncoming(next, body);
    for (auto [in, out] : llvm::zip_equal(earlier, carried)) {
      auto* phi = llvm::cast<llvm::PHINode>(in);
      phi->addIncoming(nothing(phi), before);
      phi->addIncoming(out, body);
    }
    builder.CreateCondBr(builder.CreateICmpULT(next, items), body, end);
    builder.SetInsertPoint(end);
  }

  llvm::Function& function;
  const GroupFunction& what;
  const Reduction reduction;
  llvm::GlobalVariable& scratch;
  const uint64_t shifted_bytes;
  llvm::IRBuilder<> builder;
  llvm::Value* own_place = nullptr; ///< linear local id
  llvm::Value* items = nullptr;
};

} // namespace

uint64_t scratch_bytes(const llvm::Function& function, const GroupFunction& what,
                       uint64_t max_items) {
  llvm::Type* type = function.getReturnType();
  const llvm::DataLayout& layout = function.getDataLayout();
  if (what.meaning == GroupMeaning::broadcast) {
    return layout.getTypeAllocSize(type).getFixedValue();
  }
  llvm::Type* element = type->getScalarType();
  return layout.getTypeAllocSize(element).getFixedValue() *
         llvm::alignTo(max_items, chunk_elements(*element, layout)); // whole vectors
}

void create_group_barrier(llvm::IRBuilder<>& builder) {
  constexpr uint32_t scope_work_group = 2, acquire_release_work_group_memory = 0x108; // of SPIR-V
  llvm::Function* callee =
      declare(*builder.GetInsertBlock()->getModule(), MuxBuiltin::work_group_barrier);
  builder
      .CreateCall(callee, {builder.getInt32(0), builder.getInt32(scope_work_group),
                           builder.getInt32(acquire_release_work_group_memory)})
      ->setCallingConv(callee->getCallingConv());
}

void define_work_group_function(llvm::Function& function, const GroupFunction& what,
                                llvm::GlobalVariable& scratch, uint64_t shifted_bytes) {
  Body(function, what, scratch, shifted_bytes).write();
}

} // namespace compiler

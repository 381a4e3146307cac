// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/shuffles/permute_tables.h"

#include "host_passes/by_register.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <optional>

namespace host {
namespace {

using Constants = llvm::SmallVector<llvm::Constant*, 64>;

/// The registers that tables may fill.
struct Registers {
  unsigned bits = 0, most = 0;
  bool of_64_bits = false; ///< permutes elements of that size, too; otherwise by their halves
};
Registers table_registers(const Cpu& cpu) {
  if (cpu.level->architecture != llvm::Triple::x86_64 || cpu.level->vector_bits < 256) {
    return {};
  }
  return cpu.level->vector_bits == 512 ? Registers{512, 4, true} : Registers{256, 2, false};
}

/// Elements of a table by their indices.
struct LookUp {
  Constants table;
  llvm::Value* index = nullptr; ///< integers of 64 bits
};

/// The part of a constant variable that begins at `offset` and holds what an index up to `last` can
/// reach; empty if it is larger than `most` elements, or partly unknown.
Constants elements_of(const llvm::GlobalVariable& variable, llvm::Type* type, uint64_t offset,
                      uint64_t last, uint64_t most) {
  const llvm::DataLayout& layout = variable.getDataLayout();
  const uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
  const uint64_t bytes = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
  const uint64_t there = bytes < offset ? 0 : (bytes - offset) / size;
  Constants result;
  if (!variable.isConstant() || !variable.hasDefinitiveInitializer() || there == 0) {
    return result;
  }
  const uint64_t count = std::min(there - 1, last) + 1;
  if (count > most) {
    return result;
  }
  auto* initial = const_cast<llvm::Constant*>(variable.getInitializer());
  for (uint64_t i = 0; i < count; ++i) {
    llvm::Constant* element =
        llvm::ConstantFoldLoadFromConst(initial, type, llvm::APInt(64, offset + i * size), layout);
    if (!element) {
      return {};
    }
    result.push_back(element);
  }
  return result;
}

/// The bits of a number; none of other constants.
std::optional<llvm::APInt> bits_of(const llvm::Constant* number) {
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(number)) {
    return real->getValueAPF().bitcastToAPInt();
  }
  const auto* whole = llvm::dyn_cast<llvm::ConstantInt>(number);
  return whole ? std::optional(whole->getValue()) : std::nullopt;
}

std::optional<LookUp> look_up(const llvm::IntrinsicInst& gather, const Registers& registers) {
  llvm::Type* element = gather.getType()->getScalarType();
  const unsigned bits = element->getPrimitiveSizeInBits();
  const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  const llvm::DataLayout& layout = gather.getDataLayout();
  llvm::APInt offset(64, 0);
  // Several tables of one variable share the address of the first one's elements.
  while (address && address->getPointerOperand()->getType()->isVectorTy() &&
         address->accumulateConstantOffset(layout, offset)) {
    address = llvm::dyn_cast<llvm::GetElementPtrInst>(address->getPointerOperand());
  }
  if ((bits != 32 && bits != 64) || !address || address->getNumIndices() != 1 ||
      address->getPointerOperand()->getType()->isVectorTy() ||
      layout.getTypeAllocSizeInBits(address->getSourceElementType()) != bits ||
      !address->getOperand(1)->getType()->getScalarType()->isIntegerTy(64)) {
    return std::nullopt;
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(
      address->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true));
  if (!variable || offset.isNegative()) {
    return std::nullopt;
  }
  LookUp result;
  result.index = address->getOperand(1);
  // An index that may be negative is one of a table that begins before, unless it begins here.
  const llvm::APInt last = llvm::computeKnownBits(result.index, layout).getMaxValue();
  if (!offset.isZero() && last.isNegative()) {
    return std::nullopt;
  }
  result.table = elements_of(*variable, element, offset.getZExtValue(), last.getZExtValue(),
                             uint64_t(registers.most) * registers.bits / bits);
  if (bits == 64 && !registers.of_64_bits &&
      !llvm::all_of(result.table, [](const auto* each) { return bits_of(each).has_value(); })) {
    return std::nullopt;
  }
  return result.table.empty() ? std::nullopt : std::optional(result);
}

class Permutation {
public:
  Permutation(llvm::Instruction& at, const Registers& registers, Constants&& all)
      : builder(&at), element(at.getType()->getScalarType()),
        bits(element->getPrimitiveSizeInBits()), register_bits(registers.bits),
        lanes(registers.bits / bits), has_avx512(registers.bits == 512) {
    if (bits == 64 && !registers.of_64_bits) {
      table = {half_of(all, 0), half_of(all, 32)};
      return;
    }
    all.resize(std::max(llvm::PowerOf2Ceil(all.size()), uint64_t(lanes)),
               llvm::PoisonValue::get(element));
    for (size_t begin = 0; begin < all.size(); begin += lanes) {
      table.push_back(
          builder.CreateBitCast(llvm::ConstantVector::get(llvm::ArrayRef(all).slice(begin, lanes)),
                                llvm::FixedVectorType::get(type(), lanes)));
    }
  }

  /// The result has the number of elements of `index`.
  llvm::Value* make(llvm::Value* index) {
    // Permutations take so many of its last bits only, as it was before it became an address.
    using namespace llvm::PatternMatch;
    llvm::Value *narrow = index, *bits_of_index = nullptr;
    const llvm::APInt* mask = nullptr;
    match(index, m_ZExtOrSExt(m_Value(narrow)));
    if (match(narrow, m_And(m_Value(bits_of_index), m_APInt(mask))) &&
        mask->countr_one() >= llvm::Log2_64(uint64_t(lanes) * table.size())) {
      index = bits_of_index;
    }
    const unsigned count = llvm::cast<llvm::FixedVectorType>(index->getType())->getNumElements();
    index = builder.CreateZExtOrTrunc(index,
                                      llvm::FixedVectorType::get(builder.getIntNTy(bits), count));
    llvm::Value* all = by_register(
        builder, index, {register_bits, register_bits},
        [&](llvm::ArrayRef<llvm::Value*> piece) { return of_registers(piece[0], table); });
    return builder.CreateBitCast(all, llvm::FixedVectorType::get(element, count));
  }

private:
  /// In which registers are permuted.
  llvm::Type* type() { return bits == 32 ? builder.getFloatTy() : builder.getDoubleTy(); }

  /// The 32 bits from `first` on of eight elements of 64; zero if they are that in all.
  llvm::Constant* half_of(llvm::ArrayRef<llvm::Constant*> all, unsigned first) {
    auto* type = llvm::FixedVectorType::get(builder.getFloatTy(), 8);
    Constants halves;
    for (const llvm::Constant* each : all) {
      halves.push_back(builder.getInt(bits_of(each)->extractBits(32, first)));
    }
    if (llvm::all_of(halves, [](const auto* each) { return each->isNullValue(); })) {
      return llvm::Constant::getNullValue(type);
    }
    halves.resize(8, llvm::PoisonValue::get(builder.getInt32Ty()));
    return llvm::ConstantExpr::getBitCast(llvm::ConstantVector::get(halves), type);
  }
  /// Both halves of each element by the lower half of its index.
  llvm::Value* of_halves(llvm::Value* index) {
    auto* floats = table[0]->getType();
    llvm::Value* words = builder.CreateBitCast(
        index, llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(floats)));
    words = builder.CreateShuffleVector(words, {0, 0, 2, 2, 4, 4, 6, 6});
    const auto permuted = [&](llvm::Value* half) -> llvm::Value* {
      return llvm::cast<llvm::Constant>(half)->isNullValue()
                 ? half
                 : builder.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permps, {half, words});
    };
    llvm::Value* both = builder.CreateShuffleVector(permuted(table[0]), permuted(table[1]),
                                                    {0, 9, 2, 11, 4, 13, 6, 15});
    return builder.CreateBitCast(both, llvm::FixedVectorType::get(builder.getDoubleTy(), 4));
  }

  llvm::Value* of_registers(llvm::Value* index, llvm::ArrayRef<llvm::Value*> of) {
    using namespace llvm::Intrinsic;
    if (bits == 64 && !has_avx512) {
      return of_halves(index);
    }
    if (of.size() == 1) {
      const ID id = !has_avx512  ? x86_avx2_permps
                    : bits == 32 ? x86_avx512_permvar_sf_512
                                 : x86_avx512_permvar_df_512;
      return builder.CreateIntrinsic(id, {of[0], index});
    }
    if (of.size() == 2 && has_avx512) {
      return builder.CreateIntrinsic(bits == 32 ? x86_avx512_vpermi2var_ps_512
                                                : x86_avx512_vpermi2var_pd_512,
                                     {of[0], index, of[1]});
    }
    const size_t half = of.size() / 2;
    llvm::Value* low = of_registers(index, of.take_front(half));
    llvm::Value* high = of_registers(index, of.drop_front(half));
    llvm::Constant* bit = llvm::ConstantInt::get(index->getType(), half * lanes);
    return builder.CreateSelect(builder.CreateIsNotNull(builder.CreateAnd(index, bit)), high, low);
  }

  llvm::IRBuilder<> builder;
  llvm::Type* const element;
  const unsigned bits, register_bits; ///< of an element, of a register
  const unsigned lanes;               ///< of a register
  const bool has_avx512;
  llvm::SmallVector<llvm::Value*, 4> table;
};

void replace(llvm::IntrinsicInst& gather, const Registers& registers, LookUp&& wanted) {
  llvm::IRBuilder<> builder(&gather);
  llvm::Value* result = Permutation(gather, registers, std::move(wanted.table)).make(wanted.index);
  llvm::Value *mask = gather.getArgOperand(1), *otherwise = gather.getArgOperand(2);
  if (!llvm::PatternMatch::match(mask, llvm::PatternMatch::m_AllOnes()) &&
      !llvm::isa<llvm::UndefValue>(otherwise)) {
    result = builder.CreateSelect(mask, result, otherwise);
  }
  result->takeName(&gather);
  gather.replaceAllUsesWith(result);
  llvm::Value* address = gather.getArgOperand(0);
  gather.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
}

} // namespace

bool has_table_permutes(const Cpu& cpu) { return table_registers(cpu).of_64_bits; }
bool has_short_table_permutes(const Cpu& cpu) { return table_registers(cpu).most > 0; }

bool permute_tables(llvm::Module& module, const Cpu& cpu) {
  const Registers registers = table_registers(cpu);
  if (registers.most == 0) {
    return false;
  }
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* gather = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!gather || gather->getIntrinsicID() != llvm::Intrinsic::masked_gather) {
        continue;
      }
      if (auto wanted = look_up(*gather, registers)) {
        replace(*gather, registers, std::move(*wanted));
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace host

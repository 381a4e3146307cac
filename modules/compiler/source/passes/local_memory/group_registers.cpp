// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/group_registers.h"

#include "passes/local_memory/group_memory.h"
#include "vecz/analysis_managers.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <optional>

namespace compiler {
namespace {

class GroupRegisters {
public:
  GroupRegisters(llvm::Function& kernel, const vecz::VectorRegisters& registers)
      : function(kernel), lanes(unsigned(registers.bits / (8 * group_element_bytes))),
        memory(kernel, registers) {}

  void run() {
    if (memory.find() && find_places()) {
      replace();
    }
  }

private:
  /// Where each access is, and how many registers that takes.
  bool find_places() {
    counts.assign(memory.blocks(), 0);
    chunks.resize(memory.blocks());
    return llvm::all_of(memory.accesses, [&](GroupAccess& access) {
      int64_t offset = 0;
      const llvm::DataLayout& layout = function.getDataLayout();
      llvm::Value* pointer = access.pointer;
      while (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer)) {
        llvm::APInt step(layout.getIndexTypeSizeInBits(address->getType()), 0);
        if (!address->accumulateConstantOffset(layout, step)) {
          return false;
        }
        offset += step.getSExtValue();
        pointer = address->getPointerOperand();
      }
      if (offset % int64_t(group_element_bytes) != 0 || !has_constant_mask(access)) {
        return false;
      }
      access.first = offset / int64_t(group_element_bytes);
      for (unsigned i = 0; i < access.elements(); ++i) {
        const int64_t place = access.first + i;
        if (access.active(i)) {
          if (place < 0 || place >= int64_t(max_group_registers * lanes)) {
            return false;
          }
          counts[access.block] = std::max(counts[access.block], unsigned(place) / lanes + 1);
        }
      }
      return true;
    });
  }

  static bool has_constant_mask(const GroupAccess& access) {
    if (!access.mask) {
      return true;
    }
    const auto* mask = llvm::dyn_cast<llvm::Constant>(access.mask);
    for (unsigned i = 0; mask && i < access.elements(); i += access.parts()) {
      if (!llvm::isa_and_nonnull<llvm::ConstantInt>(
              mask->getAggregateElement(i / access.parts()))) {
        return false;
      }
    }
    return mask != nullptr;
  }

  void replace() {
    llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto* type = llvm::FixedVectorType::get(entry.getInt32Ty(), lanes);
    llvm::SmallVector<llvm::AllocaInst*> all;
    for (unsigned block = 0; block < memory.blocks(); ++block) {
      for (unsigned i = 0; i < counts[block]; ++i) {
        chunks[block].push_back(entry.CreateAlloca(type));
        // Memory that has not been written may hold any value, but the same one for all readers.
        entry.CreateStore(llvm::Constant::getNullValue(type), chunks[block].back());
        all.push_back(chunks[block].back());
      }
    }
    for (const GroupAccess& access : memory.accesses) {
      access.writes ? write(access) : read(access);
      access.instruction->eraseFromParent();
    }
    llvm::DominatorTree dominators(function);
    llvm::PromoteMemToReg(all, dominators);
  }

  llvm::Value* chunk(llvm::IRBuilderBase& at, const GroupAccess& access, unsigned number) {
    llvm::AllocaInst* variable = chunks[access.block][number];
    return at.CreateLoad(variable->getAllocatedType(), variable);
  }

  void read(const GroupAccess& access) {
    llvm::IRBuilder<> at(access.instruction);
    const unsigned step = std::min(access.elements(), lanes);
    llvm::SmallVector<llvm::Value*> pieces;
    for (unsigned from = 0; from < access.elements(); from += step) {
      pieces.push_back(read_piece(at, access, from, step));
    }
    llvm::Value* all = llvm::concatenateVectors(at, pieces);
    if (access.elements() == 1 && !access.type->isVectorTy()) {
      all = at.CreateExtractElement(all, uint64_t(0));
    }
    all = at.CreateBitCast(all, access.type);
    if (access.mask) {
      all = at.CreateSelect(access.mask, all, access.value());
    }
    access.instruction->replaceAllUsesWith(all);
  }

  /// `step` elements, which lie in two registers at most.
  llvm::Value* read_piece(llvm::IRBuilderBase& at, const GroupAccess& access, unsigned from,
                          unsigned step) {
    llvm::SmallVector<int> mask;
    std::optional<unsigned> first, second;
    for (unsigned i = from; i < from + step; ++i) {
      if (!access.active(i)) {
        mask.push_back(-1);
        continue;
      }
      const auto place = static_cast<unsigned>(access.first + i);
      const unsigned number = place / lanes;
      first = first ? first : number;
      if (number != *first) {
        second = number;
      }
      mask.push_back(static_cast<int>(place % lanes + (number != *first ? lanes : 0)));
    }
    if (!first) {
      return llvm::PoisonValue::get(llvm::FixedVectorType::get(at.getInt32Ty(), step));
    }
    llvm::Value* low = chunk(at, access, *first);
    llvm::Value* high =
        second ? chunk(at, access, *second) : llvm::PoisonValue::get(low->getType());
    return at.CreateShuffleVector(low, high, mask);
  }

  void write(const GroupAccess& access) {
    llvm::IRBuilder<> at(access.instruction);
    llvm::Value* value = at.CreateBitCast(
        access.value(), llvm::FixedVectorType::get(at.getInt32Ty(), access.elements()));
    llvm::SmallVector<llvm::SmallVector<int>> from(chunks[access.block].size(),
                                                   llvm::SmallVector<int>(lanes, -1));
    for (unsigned i = 0; i < access.elements(); ++i) {
      if (access.active(i)) {
        const auto place = static_cast<unsigned>(access.first + i);
        from[place / lanes][place % lanes] = static_cast<int>(i);
      }
    }
    for (unsigned number = 0; number < from.size(); ++number) {
      const auto missing = static_cast<unsigned>(llvm::count(from[number], -1));
      if (missing == lanes) {
        continue;
      }
      llvm::Value* now = at.CreateShuffleVector(value, from[number]);
      if (missing != 0) {
        llvm::SmallVector<int> blend;
        for (unsigned i = 0; i < lanes; ++i) {
          blend.push_back(static_cast<int>(from[number][i] < 0 ? i : lanes + i));
        }
        now = at.CreateShuffleVector(chunk(at, access, number), now, blend);
      }
      at.CreateStore(now, chunks[access.block][number]);
    }
  }

  llvm::Function& function;
  const unsigned lanes; ///< elements of a register
  GroupMemory memory;
  llvm::SmallVector<unsigned> counts; ///< registers of each block
  llvm::SmallVector<llvm::SmallVector<llvm::AllocaInst*>> chunks;
};

} // namespace

bool group_registers(llvm::Module& module, const vecz::VectorRegisters& registers) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(group_registers_mark)) {
      function.removeFnAttr(group_registers_mark);
      GroupRegisters(function, registers).run();
      // Reads of other memory that writes to the blocks kept apart.
      vecz::AnalysisManagers analyses;
      llvm::EarlyCSEPass(true).run(function, analyses.functions);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/group_registers.h"

#include "compiler/mux_builtins.h"
#include "kernel_metadata.h"
#include "vecz/analysis_managers.h"
#include "vecz/constant_loops.h"
#include "vecz/promises.h"

#include <array>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace compiler {
namespace {

constexpr uint64_t element_bytes = 4;
constexpr uint64_t max_registers = 20; ///< for each block: what lives in both at once is little
constexpr uint64_t max_in_a_region = 600, max_instructions = 6000; ///< unrolled

/// The memory of a group that may do as registers.
enum Block { local_block, private_scratch, blocks };

/// One access to one of them.
struct Access {
  llvm::Instruction* instruction;
  llvm::Value* pointer;
  llvm::Type* type;            ///< of what is read or written
  llvm::Value* mask = nullptr; ///< null: all lanes
  /// Which operand is written, or is what inactive lanes are when reading. The operand itself may
  /// be another access, and changes when that is replaced.
  unsigned value_operand = 0;
  bool writes = false;
  Block block = local_block;
  int64_t first = 0; ///< element of lane 0

  [[nodiscard]] unsigned lanes() const {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? vector->getNumElements() : 1;
  }
  [[nodiscard]] llvm::Value* value() const { return instruction->getOperand(value_operand); }
  [[nodiscard]] bool active(unsigned lane) const {
    return !mask || llvm::cast<llvm::Constant>(mask)->getAggregateElement(lane)->isOneValue();
  }
};

std::optional<Access> access_of(llvm::Instruction& user, const llvm::Use& use) {
  Access access{&user, use.get(), user.getType()};
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) {
    return load->isSimple() ? std::optional(access) : std::nullopt;
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    access.type = access.value()->getType();
    access.writes = true;
    return store->isSimple() && use.getOperandNo() == 1 ? std::optional(access) : std::nullopt;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_load) {
    access.mask = call->getArgOperand(1);
    access.value_operand = 2;
    return access;
  }
  if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store && use.getOperandNo() == 1) {
    access.type = access.value()->getType();
    access.mask = call->getArgOperand(2);
    access.writes = true;
    return access;
  }
  return std::nullopt;
}

class GroupRegisters {
public:
  GroupRegisters(llvm::Function& subject, const vecz::VectorRegisters& registers)
      : function(subject), lanes(registers.bits / (8 * element_bytes)) {}

  void run() {
    if (!find()) {
      return; // before anything is changed
    }
    simplify(false);
    vecz::ConstantLoops over_items(function, analyses.functions, max_in_a_region);
    if (over_items.unroll(over_items.innermost())) {
      simplify(true);
    }
    vecz::ConstantLoops around(function, analyses.functions, max_instructions);
    vecz::ConstantLoops::Loops needed;
    const auto becomes_constant = [&](llvm::Value& value) {
      return around.becomes_constant(value, needed);
    };
    if (!find() ||
        !llvm::all_of(variables(), [&](auto* value) { return becomes_constant(*value); })) {
      return;
    }
    if (around.unroll(needed)) {
      simplify(true);
    }
    if (find() && find_places()) {
      replace();
    }
  }

private:
  /// LLVM's passes after a step, which make constants of what it has unrolled.
  void simplify(bool unrolled) {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::InstCombinePass());
    if (unrolled) {
      // Each of the steps asks again what holds for the whole group: whether a loop goes on.
      passes.addPass(llvm::JumpThreadingPass());
    }
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    analyses.functions.invalidate(function, llvm::PreservedAnalyses::none());
    passes.run(function, analyses.functions);
    vecz::drop_undeclared_alias_scopes(function); // InstCombine removes declarations of little use
  }

  /// All accesses, if there are no other uses of the blocks.
  bool find() {
    accesses.clear();
    indices.clear();
    bool possible = true, any = false;
    for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
      if (builtin == MuxBuiltin::get_local_block || builtin == MuxBuiltin::get_private_scratch) {
        const Block block = builtin == MuxBuiltin::get_local_block ? local_block : private_scratch;
        any |= block == local_block;
        possible = possible && follow(call, block);
      }
    });
    return possible && any;
  }

  bool follow(llvm::Instruction& pointer, Block block) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        indices.append(address->idx_begin(), address->idx_end());
        return !address->getType()->isVectorTy() && follow(*address, block);
      }
      auto access = access_of(*user, use);
      if (!access || !fits(*access)) {
        return false;
      }
      access->block = block;
      accesses.push_back(*access);
      return true;
    });
  }

  [[nodiscard]] bool fits(const Access& access) const {
    llvm::Type* element = access.type->getScalarType();
    return (element->isIntegerTy() || element->isFloatTy()) &&
           element->getPrimitiveSizeInBits() == 8 * element_bytes &&
           (access.lanes() <= lanes || access.lanes() % lanes == 0);
  }

  [[nodiscard]] llvm::SmallVector<llvm::Value*> variables() const {
    llvm::SmallVector<llvm::Value*> result(indices);
    for (const Access& access : accesses) {
      if (access.mask) {
        result.push_back(access.mask);
      }
    }
    return result;
  }

  /// Where each access is, and how many registers that takes.
  bool find_places() {
    counts = {};
    return llvm::all_of(accesses, [&](Access& access) {
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
      if (offset % int64_t(element_bytes) != 0 || !has_constant_mask(access)) {
        return false;
      }
      access.first = offset / int64_t(element_bytes);
      for (unsigned lane = 0; lane < access.lanes(); ++lane) {
        const int64_t place = access.first + lane;
        if (access.active(lane)) {
          if (place < 0 || place >= int64_t(max_registers * lanes)) {
            return false;
          }
          counts[access.block] = std::max(counts[access.block], unsigned(place) / lanes + 1);
        }
      }
      return true;
    });
  }

  static bool has_constant_mask(const Access& access) {
    if (!access.mask) {
      return true;
    }
    const auto* mask = llvm::dyn_cast<llvm::Constant>(access.mask);
    for (unsigned lane = 0; mask && lane < access.lanes(); ++lane) {
      if (!llvm::isa_and_nonnull<llvm::ConstantInt>(mask->getAggregateElement(lane))) {
        return false;
      }
    }
    return mask != nullptr;
  }

  void replace() {
    llvm::IRBuilder<> entry(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto* type = llvm::FixedVectorType::get(entry.getInt32Ty(), lanes);
    llvm::SmallVector<llvm::AllocaInst*> all;
    for (unsigned block = 0; block < blocks; ++block) {
      chunks[block].clear();
      for (unsigned i = 0; i < counts[block]; ++i) {
        chunks[block].push_back(entry.CreateAlloca(type));
        // Memory that has not been written may hold any value, but the same one for all readers.
        entry.CreateStore(llvm::Constant::getNullValue(type), chunks[block].back());
        all.push_back(chunks[block].back());
      }
    }
    for (const Access& access : accesses) {
      access.writes ? write(access) : read(access);
      access.instruction->eraseFromParent();
    }
    llvm::DominatorTree dominators(function);
    llvm::PromoteMemToReg(all, dominators);
  }

  llvm::Value* chunk(llvm::IRBuilderBase& at, const Access& access, unsigned number) {
    llvm::AllocaInst* memory = chunks[access.block][number];
    return at.CreateLoad(memory->getAllocatedType(), memory);
  }

  void read(const Access& access) {
    llvm::IRBuilder<> at(access.instruction);
    const unsigned step = std::min(access.lanes(), lanes);
    llvm::SmallVector<llvm::Value*> pieces;
    for (unsigned from = 0; from < access.lanes(); from += step) {
      pieces.push_back(read_piece(at, access, from, step));
    }
    llvm::Value* all = llvm::concatenateVectors(at, pieces);
    if (!access.type->isVectorTy()) {
      all = at.CreateExtractElement(all, uint64_t(0));
    }
    all = at.CreateBitCast(all, access.type);
    if (access.mask) {
      all = at.CreateSelect(access.mask, all, access.value());
    }
    access.instruction->replaceAllUsesWith(all);
  }

  /// `step` lanes, which lie in two registers at most.
  llvm::Value* read_piece(llvm::IRBuilderBase& at, const Access& access, unsigned from,
                          unsigned step) {
    llvm::SmallVector<int> mask;
    std::optional<unsigned> first, second;
    for (unsigned lane = from; lane < from + step; ++lane) {
      if (!access.active(lane)) {
        mask.push_back(-1);
        continue;
      }
      const auto place = static_cast<unsigned>(access.first + lane);
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

  void write(const Access& access) {
    llvm::IRBuilder<> at(access.instruction);
    llvm::Value* value = at.CreateBitCast(
        access.value(), llvm::FixedVectorType::get(at.getInt32Ty(), access.lanes()));
    llvm::SmallVector<llvm::SmallVector<int>> from(chunks[access.block].size(),
                                                   llvm::SmallVector<int>(lanes, -1));
    for (unsigned lane = 0; lane < access.lanes(); ++lane) {
      if (access.active(lane)) {
        const auto place = static_cast<unsigned>(access.first + lane);
        from[place / lanes][place % lanes] = static_cast<int>(lane);
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
  llvm::SmallVector<Access> accesses;
  llvm::SmallVector<llvm::Value*> indices;  ///< of all addresses
  std::array<unsigned, blocks> counts = {}; ///< registers
  std::array<llvm::SmallVector<llvm::AllocaInst*>, blocks> chunks;
  vecz::AnalysisManagers analyses;
};

} // namespace

bool group_registers(llvm::Module& module, const vecz::VectorRegisters& registers) {
  bool changed = false;
  for (llvm::Function& function : module) {
    const uint64_t bytes = function.getFnAttributeAsParsedInteger("lanewise-local-bytes", 0);
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        sizes_of(function, "reqd_work_group_size")[0] != 0 && bytes != 0 &&
        bytes <= max_registers * registers.bits / 8) {
      GroupRegisters(function, registers).run();
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/local_memory/split_local_memory.h"

#include "passes/analyses/scalar_evolution.h"
#include "passes/local_memory/local_variables.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace compiler {
namespace {

constexpr size_t most_accesses = 512;
/// Of all parts of one block.
constexpr uint64_t most_bytes = uint64_t(64) << 10;

/// What an instruction reads or writes at the address that `use` is; null if it does other things
/// with it.
llvm::Type* accessed_type(const llvm::Use& use) {
  const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
  if (const auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(user)) {
    return load->getType();
  }
  const bool by_address = use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex();
  if (const auto* store = llvm::dyn_cast_or_null<llvm::StoreInst>(user)) {
    return by_address ? store->getValueOperand()->getType() : nullptr;
  }
  if (const auto* update = llvm::dyn_cast_or_null<llvm::AtomicRMWInst>(user)) {
    return update->getPointerOperand() == use.get() ? update->getType() : nullptr;
  }
  return nullptr;
}

llvm::Align alignment_of(const llvm::Instruction& access) {
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access);
  return update ? update->getAlign() : llvm::getLoadStoreAlignment(&access);
}

/// One instruction, and the bytes of the block that it may touch.
struct Access {
  llvm::Use* address;
  llvm::Type* type;                                    ///< of what is read or written
  llvm::SmallVector<llvm::GetElementPtrInst*, 4> path; ///< from the block to the address
  uint64_t begin = 0, end = 0;

  [[nodiscard]] llvm::Instruction* instruction() const {
    return llvm::cast<llvm::Instruction>(address->getUser());
  }
};

/// Accesses that may touch the same bytes, by themselves or through others.
struct Part {
  uint64_t begin, end;
  llvm::SmallVector<Access*> accesses;
};

/// Whether the address is a known distance away from others, or an index of it is.
bool has_constant_step(const llvm::GetElementPtrInst& address) {
  return llvm::any_of(address.indices(), [](const llvm::Value* index) {
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) {
      index = cast->getOperand(0);
    }
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(sum ? sum->getOperand(1) : index);
    return constant && !constant->isZero();
  });
}

class Split {
public:
  explicit Split(llvm::Value& of) : block(of) {}

  /// Finds the accesses. False, which takes no analysis, says that they are no accesses to parts.
  [[nodiscard]] bool may_have_parts() {
    llvm::SmallVector<llvm::GetElementPtrInst*, 4> path;
    return follow(block, path) && accesses.size() > 1 && has_steps;
  }

  bool run(llvm::Module& module, llvm::ScalarEvolution& evolution) {
    if (!llvm::all_of(accesses, [&](Access& access) { return find_bytes(access, evolution); })) {
      return false;
    }
    const auto parts = find_parts();
    if (parts.size() < 2 || parts.back().end > most_bytes) {
      return false;
    }
    for (const Part& part : parts) {
      give_variable(module, part);
    }
    return true;
  }

private:
  bool follow(llvm::Value& pointer, llvm::SmallVector<llvm::GetElementPtrInst*, 4>& path) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(use.getUser())) {
        has_steps |= has_constant_step(*address);
        path.push_back(address);
        const bool known = !address->getType()->isVectorTy() && follow(*address, path);
        path.pop_back();
        return known;
      }
      llvm::Type* type = accessed_type(use);
      if (type) {
        accesses.push_back({&use, type, path});
      }
      return type && accesses.size() <= most_accesses;
    });
  }

  bool find_bytes(Access& access, llvm::ScalarEvolution& evolution) const {
    const llvm::SCEV* offset =
        evolution.getMinusSCEV(evolution.getSCEV(access.address->get()), evolution.getSCEV(&block));
    if (llvm::isa<llvm::SCEVCouldNotCompute>(offset)) {
      return false;
    }
    // Of indices that count down, only the signed one is known.
    const llvm::ConstantRange range =
        evolution.getUnsignedRange(offset).intersectWith(evolution.getSignedRange(offset));
    if (range.getUnsignedMax().ugt(most_bytes)) {
      return false;
    }
    const llvm::DataLayout& layout = access.instruction()->getDataLayout();
    access.begin = range.getUnsignedMin().getZExtValue();
    access.end = range.getUnsignedMax().getZExtValue() + layout.getTypeStoreSize(access.type);
    return true;
  }

  llvm::SmallVector<Part> find_parts() {
    llvm::SmallVector<Access*> sorted;
    for (Access& access : accesses) {
      sorted.push_back(&access);
    }
    llvm::sort(sorted, [](const Access* a, const Access* b) {
      return std::pair(a->begin, a) < std::pair(b->begin, b); // in the order of the accesses
    });
    llvm::SmallVector<Part> parts;
    for (Access* access : sorted) {
      if (parts.empty() || access->begin >= parts.back().end) {
        parts.push_back({access->begin, access->end, {}});
      }
      parts.back().end = std::max(parts.back().end, access->end);
      parts.back().accesses.push_back(access);
    }
    return parts;
  }

  void give_variable(llvm::Module& module, const Part& part) {
    llvm::Align alignment;
    for (const Access* access : part.accesses) {
      alignment = std::max(alignment, alignment_of(*access->instruction()));
    }
    const uint64_t begin = llvm::alignDown(part.begin, alignment.value());
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), part.end - begin);
    auto* variable = new llvm::GlobalVariable(
        module, type, false, llvm::GlobalValue::InternalLinkage, llvm::PoisonValue::get(type),
        block.getName() + ".part", nullptr, llvm::GlobalValue::NotThreadLocal,
        block.getType()->getPointerAddressSpace());
    variable->setAlignment(alignment);
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&block)) {
      set_place(*variable, {argument->getArgNo(), begin});
    }
    for (const Access* access : part.accesses) {
      move(*access, *variable, begin);
    }
  }

  /// The same address from `variable`, which is what was `begin` bytes behind the block.
  static void move(const Access& access, llvm::Value& variable, uint64_t begin) {
    llvm::IRBuilder<> builder(access.instruction());
    const llvm::DataLayout& layout = access.instruction()->getDataLayout();
    // The step to the part is usually one of them.
    const auto* step = llvm::find_if(access.path, [&](const llvm::GetElementPtrInst* address) {
      llvm::APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
      return address->accumulateConstantOffset(layout, offset) && offset == begin;
    });
    llvm::Value* pointer = &variable;
    if (begin != 0 && step == access.path.end()) {
      pointer =
          builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(uint64_t(0) - begin));
    }
    for (const auto* address = access.path.begin(); address != access.path.end(); ++address) {
      if (begin == 0 || address != step) {
        auto* moved = llvm::cast<llvm::GetElementPtrInst>((*address)->clone());
        moved->setOperand(llvm::GetElementPtrInst::getPointerOperandIndex(), pointer);
        pointer = builder.Insert(moved);
      }
    }
    llvm::SmallVector<llvm::WeakTrackingVH, 1> before = {access.address->get()};
    access.address->set(pointer);
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(before);
  }

  llvm::Value& block;
  llvm::SmallVector<Access, 0> accesses;
  bool has_steps = false; ///< whether a path has one by a constant: parts are behind others
};

} // namespace

bool split_local_memory(llvm::Module& module) {
  bool changed = false;
  for (const auto& [kernel, blocks] : local_memory_of_kernels(module)) {
    if (!kernel->getMetadata("reqd_work_group_size")) {
      continue;
    }
    std::optional<ScalarEvolutionOf> analyses;
    for (llvm::Value* block : blocks) {
      Split split(*block);
      if (split.may_have_parts()) {
        changed |= split.run(module, (analyses ? *analyses : analyses.emplace(*kernel)).evolution);
      }
    }
  }
  return changed;
}

} // namespace compiler

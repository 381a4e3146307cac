// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/loops/step_addresses.h"

#include "loop_hints.h"
#include "vecz/analysis_managers.h"
#include "vecz/pre_vectorization_target.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace cuda {
namespace {

constexpr unsigned global_space = 1;
/// Operations behind each other that are followed.
constexpr unsigned max_depth = 8;
/// Pointers that a loop gets, of two registers each.
constexpr size_t max_pointers = 4;

/// Addresses and numbers as scalar evolution has them, with 64 bits. It does not extend sums by
/// itself of which it has taken the parts apart, as they might wrap then. The program's operations
/// do not.
class WideNumbers {
public:
  WideNumbers(const llvm::Loop& subject, llvm::ScalarEvolution& evolution)
      : loop(subject), scalars(evolution),
        i64(llvm::Type::getInt64Ty(subject.getHeader()->getContext())) {}

  /// Null where nothing is known.
  const llvm::SCEV* address(llvm::Value& pointer, unsigned depth = 0) {
    if (loop.isLoopInvariant(&pointer)) {
      return scalars.getUnknown(&pointer);
    }
    auto* element = llvm::dyn_cast<llvm::GEPOperator>(&pointer);
    const llvm::DataLayout& layout = loop.getHeader()->getDataLayout();
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> indices;
    llvm::APInt rest(64, 0);
    if (!element || depth == max_depth || layout.getIndexTypeSizeInBits(element->getType()) != 64 ||
        !element->collectOffset(layout, 64, indices, rest)) {
      return nullptr;
    }
    const llvm::SCEV* base = address(*element->getPointerOperand(), depth + 1);
    llvm::SmallVector<const llvm::SCEV*> sum = {base, scalars.getConstant(rest)};
    for (const auto& [index, size] : indices) {
      const llvm::SCEV* place = number(*index, depth + 1);
      sum.push_back(place ? scalars.getMulExpr(place, scalars.getConstant(size)) : nullptr);
    }
    return llvm::is_contained(sum, nullptr) ? nullptr : scalars.getAddExpr(sum);
  }

private:
  /// Of 64 bits already.
  const llvm::SCEV* number(llvm::Value& value, unsigned depth) {
    using namespace llvm::PatternMatch;
    llvm::Value* narrow = nullptr;
    return match(&value, m_SExtLike(m_Value(narrow))) && narrow->getType()->isIntegerTy(32)
               ? extended(*narrow, depth)
           : loop.isLoopInvariant(&value) ? opaque(value)
                                          : scalars.getSCEV(&value);
  }

  /// A value from in front of the loop, as it is computed there.
  const llvm::SCEV* opaque(llvm::Value& value) {
    return llvm::isa<llvm::Constant>(value) ? scalars.getSCEV(&value) : scalars.getUnknown(&value);
  }

  /// Of 32 bits, with the sign.
  const llvm::SCEV* extended(llvm::Value& value, unsigned depth) {
    if (loop.isLoopInvariant(&value)) {
      return scalars.getSignExtendExpr(opaque(value), i64);
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) {
      return counter(*phi, depth);
    }
    using namespace llvm::PatternMatch;
    llvm::Value *a = nullptr, *b = nullptr;
    const bool is_sum = match(&value, m_NSWAddLike(m_Value(a), m_Value(b)));
    const bool is_difference = match(&value, m_NSWSub(m_Value(a), m_Value(b)));
    const bool is_product = match(&value, m_NSWMul(m_Value(a), m_Value(b)));
    if (depth == max_depth || !(is_sum || is_difference || is_product)) {
      return nullptr;
    }
    const llvm::SCEV *left = extended(*a, depth + 1), *right = extended(*b, depth + 1);
    return !left || !right ? nullptr
           : is_sum        ? scalars.getAddExpr(left, right)
           : is_difference ? scalars.getMinusSCEV(left, right)
                           : scalars.getMulExpr(left, right);
  }

  /// A number that each iteration adds another to that stays the same.
  const llvm::SCEV* counter(const llvm::PHINode& phi, unsigned depth) {
    using namespace llvm::PatternMatch;
    if (phi.getParent() != loop.getHeader() || depth == max_depth) {
      return nullptr;
    }
    llvm::Value* step = nullptr;
    llvm::Value* start = phi.getIncomingValueForBlock(loop.getLoopPreheader());
    llvm::Value* next = phi.getIncomingValueForBlock(loop.getLoopLatch());
    if (!match(next, m_c_Add(m_Specific(&phi), m_Value(step))) ||
        !llvm::cast<llvm::OverflowingBinaryOperator>(next)->hasNoSignedWrap() ||
        !loop.isLoopInvariant(step)) {
      return nullptr;
    }
    return scalars.getAddRecExpr(extended(*start, depth + 1), extended(*step, depth + 1), &loop,
                                 llvm::SCEV::FlagAnyWrap);
  }

  const llvm::Loop& loop;
  llvm::ScalarEvolution& scalars;
  llvm::Type* i64;
};

class LoopAddresses {
public:
  LoopAddresses(llvm::Loop& subject, llvm::ScalarEvolution& evolution)
      : loop(subject), scalars(evolution), numbers(subject, evolution),
        expander(evolution, "step") {}

  bool rewrite() {
    if (!loop.isLoopSimplifyForm() || loop.getNumBlocks() != 1) {
      return false;
    }
    bool changed = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        if (const llvm::SCEVAddRecExpr* address = stepping_address(instruction)) {
          changed |= rewrite(instruction, *address);
        }
      }
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
    return changed;
  }

private:
  struct Pointer {
    const llvm::SCEVAddRecExpr* address;
    llvm::PHINode* value;
  };

  /// What an instruction accesses, if that is in global memory and the step is a variable.
  const llvm::SCEVAddRecExpr* stepping_address(llvm::Instruction& access) {
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
    if (!pointer || pointer->getType()->getPointerAddressSpace() != global_space ||
        llvm::isa<llvm::PHINode>(pointer)) {
      return nullptr;
    }
    const auto* address = llvm::dyn_cast_or_null<llvm::SCEVAddRecExpr>(numbers.address(*pointer));
    if (!address || address->getLoop() != &loop || !address->isAffine() ||
        llvm::isa<llvm::SCEVConstant>(address->getStepRecurrence(scalars))) {
      return nullptr;
    }
    const llvm::SCEV* parts[] = {address->getStart(), address->getStepRecurrence(scalars)};
    return llvm::all_of(parts, [&](const llvm::SCEV* part) { return is_cheap(*part); }) ? address
                                                                                        : nullptr;
  }

  bool is_cheap(const llvm::SCEV& value) {
    return expander.isSafeToExpandAt(&value, loop.getLoopPreheader()->getTerminator()) &&
           !llvm::SCEVExprContains(&value, [](const llvm::SCEV* part) {
             return llvm::isa<llvm::SCEVUDivExpr, llvm::SCEVMinMaxExpr, llvm::SCEVAddRecExpr>(part);
           });
  }

  bool rewrite(llvm::Instruction& access, const llvm::SCEVAddRecExpr& address) {
    for (const Pointer& each : pointers) {
      const auto* apart = llvm::dyn_cast<llvm::SCEVConstant>(
          scalars.getMinusSCEV(address.getStart(), each.address->getStart()));
      if (apart && each.address->getStepRecurrence(scalars) == address.getStepRecurrence(scalars)) {
        llvm::IRBuilder<> builder(&access);
        replace(access,
                apart->isZero() ? each.value : builder.CreatePtrAdd(each.value, apart->getValue()));
        return true;
      }
    }
    if (pointers.size() == max_pointers) {
      return false;
    }
    pointers.push_back({&address, make_pointer(address)});
    replace(access, pointers.back().value);
    return true;
  }

  llvm::PHINode* make_pointer(const llvm::SCEVAddRecExpr& address) {
    llvm::BasicBlock* before = loop.getLoopPreheader();
    llvm::Value* start =
        expander.expandCodeFor(address.getStart(), address.getType(), before->getTerminator());
    const llvm::SCEV* by = address.getStepRecurrence(scalars);
    llvm::Value* step = expander.expandCodeFor(by, by->getType(), before->getTerminator());
    llvm::IRBuilder<> builder(&loop.getHeader()->front());
    llvm::PHINode* pointer = builder.CreatePHI(address.getType(), 2, "address");
    builder.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    pointer->addIncoming(start, before);
    pointer->addIncoming(builder.CreatePtrAdd(pointer, step, "behind"), loop.getLoopLatch());
    return pointer;
  }

  void replace(llvm::Instruction& access, llvm::Value* pointer) {
    const unsigned place = llvm::isa<llvm::LoadInst>(access)
                               ? llvm::LoadInst::getPointerOperandIndex()
                               : llvm::StoreInst::getPointerOperandIndex();
    replaced.push_back(access.getOperand(place));
    access.setOperand(place, pointer);
  }

  llvm::Loop& loop;
  llvm::ScalarEvolution& scalars;
  WideNumbers numbers;
  llvm::SCEVExpander expander;
  llvm::SmallVector<Pointer> pointers;
  llvm::SmallVector<llvm::WeakTrackingVH> replaced;
};

} // namespace

llvm::PreservedAnalyses StepAddresses::run(llvm::Function& function,
                                           llvm::FunctionAnalysisManager& analyses) {
  if (!compiler::has_loops(function)) {
    return llvm::PreservedAnalyses::all();
  }
  auto& scalars = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
    changed |= loop->isInnermost() && LoopAddresses(*loop, scalars).rewrite();
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

bool step_addresses(llvm::Module& module) {
  vecz::AnalysisManagers analyses(vecz::pre_vectorization_target());
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= !function.isDeclaration() &&
               !StepAddresses::run(function, analyses.functions).areAllPreserved();
  }
  return changed;
}

} // namespace cuda

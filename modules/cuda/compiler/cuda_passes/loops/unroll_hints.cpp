// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/loops/unroll_hints.h"

#include "cuda_passes/loops/register_arrays.h"
#include "loop_hints.h"
#include "vecz/analysis_managers.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

namespace cuda {
namespace {

/// Iterations that become one where the number of all is known first, and where each is followed by
/// a test.
constexpr unsigned copies = 4, copies_if_tested = 8;
/// Instructions of a loop that is copied so often.
constexpr uint64_t max_copied = 64;
/// Instructions of a loop that is left to NVIDIA's assembler, which is better at it where no load
/// takes long: some sixteen iterations overlap.
constexpr uint64_t max_left_to_assembler = 32;
/// Instructions of a loop that is left as it is where to compute the number of its iterations takes
/// about as long as a few of them.
constexpr uint64_t max_left_alone = 18;
/// Instructions of all iterations of a loop, with those inside.
constexpr uint64_t max_unrolled = 8192;
/// Iterations of a loop whose loads are to be under way together, and instructions of them all:
/// more than LLVM unrolls by itself, as loads do not take long on its average target.
constexpr uint64_t max_together = 32, max_unrolled_together = 768;

bool has_hint(const llvm::Loop& loop) {
  const llvm::MDNode* id = loop.getLoopID();
  return id && llvm::any_of(llvm::drop_begin(id->operands()), [](const llvm::MDOperand& operand) {
           const auto* hint = llvm::dyn_cast<llvm::MDNode>(operand);
           const auto* name = hint && hint->getNumOperands() != 0
                                  ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0))
                                  : nullptr;
           return name && name->getString().starts_with("llvm.loop.unroll.");
         });
}

void add_hints(llvm::Loop& loop, llvm::ArrayRef<llvm::MDNode*> hints) {
  loop.setLoopID(llvm::makePostTransformationMetadata(loop.getHeader()->getContext(),
                                                      loop.getLoopID(), {}, hints));
}

/// Whether threads of a warp meet in a loop: copies would be other places for that.
bool meets_others(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      return call && call->isConvergent();
    });
  });
}

/// Instructions of a block, of which the GPU has one for each element of a vector.
uint64_t instructions_of(const llvm::BasicBlock& block) {
  uint64_t count = 0;
  for (const llvm::Instruction& instruction : block) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
    const bool moves = llvm::isa<llvm::LoadInst, llvm::ShuffleVectorInst, llvm::InsertElementInst,
                                 llvm::DbgInfoIntrinsic>(instruction);
    count += moves ? llvm::isa<llvm::LoadInst>(instruction) : vector ? vector->getNumElements() : 1;
  }
  return count;
}

uint64_t phis_of(const llvm::Loop& loop) {
  const auto phis = loop.getHeader()->phis();
  return uint64_t(std::distance(phis.begin(), phis.end()));
}

class FunctionHints {
public:
  FunctionHints(llvm::Function& subject, llvm::FunctionAnalysisManager& analyses)
      : context(subject.getContext()), loops(analyses.getResult<llvm::LoopAnalysis>(subject)),
        scalars(analyses.getResult<llvm::ScalarEvolutionAnalysis>(subject)),
        uniformity(analyses.getResult<llvm::UniformityInfoAnalysis>(subject)) {}

  bool unroll_all() {
    bool changed = false;
    for (llvm::Loop* loop : loops) {
      changed |= unroll_all(*loop);
    }
    return changed;
  }

  bool copy_some() {
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      changed |= loop->isInnermost() && !has_hint(*loop) && copy_some(*loop);
    }
    return changed;
  }

private:
  bool unroll_all(llvm::Loop& loop) {
    if (has_hint(loop)) {
      return false;
    }
    if (wants_registers(loop)) {
      for (llvm::Loop* each : loop.getLoopsInPreorder()) {
        add_hints(*each, compiler::loop_hint(context, "llvm.loop.unroll.full"));
      }
      return true;
    }
    if (wants_loads_together(loop)) {
      add_hints(loop, compiler::loop_hint(context, "llvm.loop.unroll.full"));
      return true;
    }
    bool changed = false;
    for (llvm::Loop* inner : loop) {
      changed |= unroll_all(*inner);
    }
    return changed;
  }

  bool copy_some(llvm::Loop& loop) {
    if (wants_loads_together(loop)) {
      add_hints(loop, compiler::loop_hint(context, "llvm.loop.unroll.full"));
      return true;
    }
    const uint64_t size = size_of_iteration(loop);
    const bool counts = counts_up(loop);
    if (size > max_copied || loop.getNumBlocks() != 1 || meets_others(loop) ||
        !(counts ? size > max_left_to_assembler ||
                       (loads_apart(loop) && (size > max_left_alone || counts_simply(loop)))
                 : only_computes(loop))) {
      return false;
    }
    llvm::Type* i32 = llvm::Type::getInt32Ty(context);
    const auto text = [&](llvm::StringRef string) { return llvm::MDString::get(context, string); };
    llvm::MDNode* count =
        llvm::MDNode::get(context, {text("llvm.loop.unroll.count"),
                                    llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                        i32, counts ? copies : copies_if_tested))});
    // Without properties of its own, the loop of copies would be one that nobody may unroll
    // further, as NVIDIA's assembler does.
    llvm::MDNode* after =
        llvm::MDNode::get(context, {text("llvm.loop.unroll.followup_unrolled"),
                                    compiler::loop_hint(context, "lanewise.loop.copied")});
    add_hints(loop, {count, after});
    return true;
  }

  /// Whether there are so few that other loops may still make their number known.
  bool has_few_iterations(const llvm::Loop& loop) {
    const unsigned most = scalars.getSmallConstantMaxTripCount(&loop);
    return most != 0 && most <= 32;
  }

  /// Whether the number of iterations is known, and cheap to compute, when the loop begins; but not
  /// now.
  bool counts_up(const llvm::Loop& loop) {
    const llvm::SCEV* again = scalars.getBackedgeTakenCount(&loop);
    return !llvm::isa<llvm::SCEVCouldNotCompute, llvm::SCEVConstant>(again) &&
           !has_few_iterations(loop) && !llvm::SCEVExprContains(again, [](const llvm::SCEV* part) {
             const auto* quotient = llvm::dyn_cast<llvm::SCEVUDivExpr>(part);
             return quotient && !llvm::isa<llvm::SCEVConstant>(quotient->getRHS());
           });
  }

  /// Whether the number of iterations needs no choice.
  bool counts_simply(const llvm::Loop& loop) {
    return !llvm::SCEVExprContains(
        scalars.getBackedgeTakenCount(&loop),
        [](const llvm::SCEV* part) { return llvm::isa<llvm::SCEVMinMaxExpr>(part); });
  }

  /// Whether threads of a warp load from different places, of memory that they share if asked for.
  bool loads_apart(const llvm::Loop& loop, bool only_shared = false) {
    return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        constexpr unsigned global = 1, shared = 3;
        const unsigned space = load ? load->getPointerAddressSpace() : 0;
        return load && (!only_shared || space == global || space == shared) &&
               uniformity.isDivergent(load->getPointerOperand());
      });
    });
  }

  /// Whether a loop that ends at any time accesses no memory.
  bool only_computes(const llvm::Loop& loop) {
    return !llvm::isa<llvm::SCEVConstant>(scalars.getBackedgeTakenCount(&loop)) &&
           !has_few_iterations(loop) &&
           llvm::none_of(loop.blocks(), [](const llvm::BasicBlock* block) {
             return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
               return instruction.mayReadOrWriteMemory();
             });
           });
  }

  /// Whether an innermost loop has so few iterations that all loads of threads from places of their
  /// own can be under way at once.
  bool wants_loads_together(const llvm::Loop& loop) {
    const uint64_t trips = iterations(loop, scalars.getSmallConstantTripCount(&loop));
    return loop.isInnermost() && trips != 0 && trips <= max_together &&
           llvm::SaturatingMultiply(trips, size_of_iteration(loop) - phis_of(loop)) <=
               max_unrolled_together &&
           loads_apart(loop, true) && !meets_others(loop);
  }

  /// Whether an array could be in registers if the loop, and those inside, had no iterations.
  bool wants_registers(const llvm::Loop& loop) {
    const uint64_t trips = iterations(loop, scalars.getSmallConstantTripCount(&loop));
    return trips != 0 && llvm::SaturatingMultiply(trips, size_of_iteration(loop)) <= max_unrolled &&
           llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
             return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
               const llvm::Value* address = llvm::getLoadStorePointerOperand(&instruction);
               return address && counts_through_array(*address, loop);
             });
           });
  }

  /// Whether an address is that of an element of a private array which the counters of loops
  /// choose, this one among them.
  bool counts_through_array(const llvm::Value& address, const llvm::Loop& loop) {
    const auto* array = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&address));
    if (!array || !fits_registers(*array)) {
      return false;
    }
    const llvm::SCEV* place = scalars.getSCEV(const_cast<llvm::Value*>(&address));
    const bool has_other = llvm::SCEVExprContains(place, [&](const llvm::SCEV* part) {
      const auto* value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
      return value && !scalars.isLoopInvariant(value, &loop);
    });
    const bool counts = llvm::SCEVExprContains(place, [&](const llvm::SCEV* part) {
      const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
      return counter && counter->getLoop() == &loop;
    });
    return counts && !has_other;
  }

  /// How often the body of a loop runs whose header is entered so many times, if that is known.
  static uint64_t iterations(const llvm::Loop& loop, uint64_t entries) {
    return entries != 0 && loop.isLoopExiting(loop.getHeader()) &&
                   !loop.isLoopExiting(loop.getLoopLatch())
               ? entries - 1
               : entries;
  }

  /// Instructions of an iteration, once the loops inside are unrolled.
  uint64_t size_of_iteration(const llvm::Loop& loop) {
    uint64_t size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      size += loops.getLoopFor(block) == &loop ? instructions_of(*block) : 0;
    }
    for (const llvm::Loop* inner : loop) {
      const uint64_t trips = iterations(*inner, scalars.getSmallConstantMaxTripCount(inner));
      size =
          llvm::SaturatingMultiplyAdd(trips != 0 ? trips : copies, size_of_iteration(*inner), size);
    }
    return size;
  }

  llvm::LLVMContext& context;
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& scalars;
  llvm::UniformityInfo& uniformity;
};

bool each_with_loops(llvm::Module& module, llvm::TargetMachine& machine,
                     bool (FunctionHints::*hint)()) {
  vecz::AnalysisManagers analyses(machine.getTargetIRAnalysis(), &machine);
  bool changed = false;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && compiler::has_loops(function)) {
      FunctionHints hints(function, analyses.functions);
      changed |= (hints.*hint)();
    }
  }
  return changed;
}

} // namespace

bool unroll_private_arrays(llvm::Module& module, llvm::TargetMachine& machine) {
  return each_with_loops(module, machine, &FunctionHints::unroll_all);
}

llvm::PreservedAnalyses CopyIterations::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  if (compiler::has_loops(function)) {
    FunctionHints(function, analyses).copy_some();
  }
  return llvm::PreservedAnalyses::all();
}

bool copy_iterations(llvm::Module& module, llvm::TargetMachine& machine) {
  return each_with_loops(module, machine, &FunctionHints::copy_some);
}

} // namespace cuda

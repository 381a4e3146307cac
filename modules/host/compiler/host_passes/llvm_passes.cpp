// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/llvm_passes.h"

#include "environment/environment.h"
#include "loop_hints.h"
#include "passes/build_time/limit_inlining.h"
#include "passes/build_time/limit_unroll_hints.h"
#include "passes/llvm_limits/freeze_masked_loads.h"
#include "passes/llvm_limits/freeze_wrapping_indices.h"
#include "passes/llvm_limits/hoist_divisions.h"
#include "passes/vectorization/notes.h"
#include "passes/vectorization/quick_forms.h"
#include "segments/simplify.h"
#include "vecz/pre_vectorization_target.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>
#include <llvm/Transforms/Vectorize/SLPVectorizer.h>
#include <optional>

namespace host {
namespace {

/// Without loops, which vectorise_loops has done.
llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.LoopVectorization = false;
  options.LoopInterleaving = false;
  options.SLPVectorization = true;
  return options;
}

bool calls_a_function(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && !(call->getCalledFunction() && call->getCalledFunction()->isDeclaration());
  });
}

/// Of a barrier, for one, or an atomic operation on an address of any kind.
bool calls_with_effects(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction) &&
           instruction.mayHaveSideEffects();
  });
}

/// One without loops, calls and barriers, for work-groups of any size.
bool is_short(const llvm::Function& function) {
  constexpr unsigned max_instructions = 64;
  return function.isDeclaration() ||
         (function.getInstructionCount() <= max_instructions && !calls_a_function(function) &&
          !calls_with_effects(function) && !compiler::has_loops(function) &&
          !function.hasMetadata("reqd_work_group_size"));
}

/// Whether -O3 would take too long: some of its passes cost more than n log n in instructions, or
/// drop the analyses of a whole loop nest for each loop in it.
bool is_large(const llvm::Function& function) {
  constexpr size_t max_instructions = 12000, max_loops = 128;
  return function.getInstructionCount() > max_instructions ||
         (!function.isDeclaration() && compiler::count_back_edges(function) > max_loops);
}

/// One with such a function; or with so many kernels that together they would take too long.
bool is_large(const llvm::Module& module) {
  constexpr unsigned max_kernels = 20;
  const auto is_entry = [](const llvm::Function& function) {
    return !function.isDeclaration() && !function.hasLocalLinkage();
  };
  return llvm::any_of(module, [](const llvm::Function& function) { return is_large(function); }) ||
         llvm::count_if(module, is_entry) > max_kernels;
}

/// What gets few passes: kernels without loops; code so large that passes must cost no more than
/// n log n; quick forms, which are vectors already, and soon replaced.
enum class FewFor { short_kernels, large_code, quick_forms };

llvm::ModulePassManager few_passes(FewFor what) {
  llvm::FunctionPassManager function;
  if (what == FewFor::large_code) {
    function.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  }
  function.addPass(llvm::EarlyCSEPass());
  function.addPass(llvm::SimplifyCFGPass());
  function.addPass(llvm::InstCombinePass());
  // Hoists values that are the same for all work-items of a row, all rows or all groups; deletes
  // loops that this leaves empty.
  llvm::LoopPassManager loop;
  loop.addPass(llvm::LICMPass(llvm::LICMOptions()));
  loop.addPass(llvm::LoopDeletionPass());
  function.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loop), /*UseMemorySSA=*/true));
  function.addPass(llvm::GVNPass());
  function.addPass(llvm::DSEPass());
  function.addPass(llvm::ADCEPass()); // ids of groups that nobody asks for
  if (what == FewFor::short_kernels) {
    function.addPass(llvm::SLPVectorizerPass());
  }
  if (what != FewFor::quick_forms) {
    function.addPass(llvm::InstCombinePass());
  }
  function.addPass(llvm::SimplifyCFGPass(llvm::SimplifyCFGOptions()
                                             .convertSwitchRangeToICmp(true)
                                             .hoistCommonInsts(true)
                                             .sinkCommonInsts(true)));
  function.addPass(llvm::InferAlignmentPass());
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(function)));
  return pipeline;
}

/// An attribute of functions with a loop that is too large for passes that compare each access with
/// each other, or whose cost otherwise grows faster than the loop.
constexpr llvm::StringLiteral large_loops = "lanewise-large-loops";

/// Marks such loops, above all those over the work-items of large kernels, as not to be vectorised.
/// Cost: in proportion to the function.
struct LeaveLargeLoops : llvm::PassInfoMixin<LeaveLargeLoops> {
  static constexpr size_t max_instructions = 3000, max_accesses = 256;

  static bool is_large(const llvm::Loop& loop) {
    size_t size = 0, accesses = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      size += block->size();
      accesses += llvm::count_if(*block, [](const llvm::Instruction& instruction) {
        return instruction.mayReadOrWriteMemory();
      });
    }
    return loop.isInnermost() && (size > max_instructions || accesses > max_accesses);
  }

  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    llvm::LLVMContext& context = function.getContext();
    auto* one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
    llvm::MDNode* vectorized =
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.isvectorized"),
                                    llvm::ConstantAsMetadata::get(one)});
    for (const llvm::Loop* loop :
         analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      const llvm::BasicBlock* latch = loop->getLoopLatch();
      if (!latch || !is_large(*loop)) {
        continue;
      }
      if (!function.hasFnAttribute(large_loops)) {
        compiler::note_limit(function, "LLVM does not vectorise a loop of more than " +
                                           llvm::Twine(max_instructions) + " instructions or " +
                                           llvm::Twine(max_accesses) + " accesses of memory");
      }
      function.addFnAttr(large_loops);
      auto* end = const_cast<llvm::Instruction*>(latch->getTerminator());
      if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
        compiler::set_loop_hints(
            branch, {vectorized, compiler::loop_hint(context, "llvm.loop.unroll.disable")});
      }
    }
    return llvm::PreservedAnalyses::all();
  }
};

/// At LLVM's place for this, but with frozen masked loads, which InstCombine otherwise miscompiles.
void vectorise_loops(llvm::FunctionPassManager& pipeline, llvm::OptimizationLevel /*level*/) {
  pipeline.addPass(LeaveLargeLoops());
  pipeline.addPass(compiler::FreezeWrappingIndices());
  pipeline.addPass(compiler::HoistDivisions());
  pipeline.addPass(llvm::LoopVectorizePass());
  pipeline.addPass(compiler::FreezeMaskedLoads());
}

bool has_quick_form(const llvm::Function& function) {
  return function.hasFnAttribute(compiler::quick_form_mark);
}

bool may_run_on(llvm::StringRef pass, const llvm::Any& subject) {
  if (const auto* function = llvm::any_cast<const llvm::Function*>(&subject)) {
    return pass != "LoopLoadEliminationPass" || !(*function)->hasFnAttribute(large_loops);
  }
  const auto* loop = llvm::any_cast<const llvm::Loop*>(&subject);
  return !loop || pass != "SimpleLoopUnswitchPass" || !compiler::is_outer_loop(**loop);
}

/// Whether a pass over `subject` changes functions of that kind; those over all of a module do.
bool is_in(FunctionKind kind, const llvm::Any& subject) {
  const llvm::Function* function = nullptr;
  if (const auto* one = llvm::any_cast<const llvm::Function*>(&subject)) {
    function = *one;
  } else if (const auto* loop = llvm::any_cast<const llvm::Loop*>(&subject)) {
    function = (*loop)->getHeader()->getParent();
  }
  return !function || has_quick_form(*function) == (kind == FunctionKind::quick_forms);
}

/// The value of LANEWISE_OPTIMISE_LIMIT, which serves to bisect LLVM's passes.
std::optional<unsigned> optimise_limit() {
  static const char* wanted = environment::get(environment::Variable::optimise_limit);
  unsigned limit = 0;
  if (!wanted || llvm::StringRef(wanted).getAsInteger(10, limit)) {
    return std::nullopt;
  }
  return limit;
}

} // namespace

Effort effort_for(const llvm::Module& module) {
  return llvm::all_of(module, is_short) ? Effort::short_kernels : Effort::all;
}

LlvmPasses::LlvmPasses(llvm::Module& subject, llvm::TargetMachine& machine)
    : module(subject), analyses(target_of(machine), &machine, tuning(), &callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [this](llvm::StringRef pass, const llvm::Any& of) { return may_run(pass, of); });
  analyses.builder.registerVectorizerStartEPCallback(vectorise_loops);
}

llvm::TargetIRAnalysis LlvmPasses::target_of(llvm::TargetMachine& machine) {
  return llvm::TargetIRAnalysis([this, &machine](const llvm::Function& function) {
    llvm::TargetIRAnalysis target =
        simplifying ? vecz::pre_vectorization_target() : machine.getTargetIRAnalysis();
    return target.run(function, analyses.functions);
  });
}

bool LlvmPasses::may_run(llvm::StringRef pass, const llvm::Any& subject) {
  if (!may_run_on(pass, subject) || (chosen && !is_in(*chosen, subject))) {
    return false;
  }
  const std::optional<unsigned> limit = optimise_limit();
  if (!optimising || !limit) {
    return true;
  }
  if (++runs == *limit) {
    llvm::errs() << "LANEWISE_OPTIMISE_LIMIT: the last pass is " << pass << "\n";
  }
  return runs <= *limit;
}

void LlvmPasses::simplify() {
  llvm::ModulePassManager pipeline = compiler::simplification(module);
  simplifying = true;
  run(pipeline);
  simplifying = false;
  compiler::repair_promises(module);
}

llvm::ModulePassManager LlvmPasses::everything() {
  const llvm::OptimizationLevel level = llvm::OptimizationLevel::O3;
  constexpr auto phase = llvm::ThinOrFullLTOPhase::None;
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(compiler::LimitUnrollHints()));
  if (llvm::any_of(module, calls_a_function)) {
    compiler::limit_inlining(module);
    pipeline.addPass(analyses.builder.buildPerModuleDefaultPipeline(level));
    return pipeline;
  }
  pipeline.addPass(llvm::createModuleToFunctionPassAdaptor(
      analyses.builder.buildFunctionSimplificationPipeline(level, phase)));
  pipeline.addPass(analyses.builder.buildModuleOptimizationPipeline(level, phase));
  return pipeline;
}

bool LlvmPasses::optimise(Effort effort) {
  // Kernels are in their entries by now.
  remove_unused();
  const bool large = is_large(module);
  const bool all = effort == Effort::all && !large;
  optimising = true;
  if (all && llvm::any_of(module, has_quick_form)) {
    llvm::ModulePassManager few = few_passes(FewFor::quick_forms);
    chosen = FunctionKind::quick_forms;
    run(few);
    chosen = FunctionKind::others;
  }
  const auto is_done = [&](const llvm::Function& function) {
    return function.isDeclaration() || (chosen && has_quick_form(function));
  };
  if (!llvm::all_of(module, is_done)) {
    llvm::ModulePassManager pipeline = all     ? everything()
                                       : large ? few_passes(FewFor::large_code)
                                               : few_passes(FewFor::short_kernels);
    run(pipeline);
  }
  chosen.reset();
  optimising = false;
  return large;
}

void LlvmPasses::remove_unused() {
  llvm::ModulePassManager pipeline;
  pipeline.addPass(llvm::AlwaysInlinerPass(false));
  pipeline.addPass(llvm::GlobalDCEPass());
  run(pipeline);
}

/// Starts with no analyses: our own passes have changed functions, and made others at the addresses
/// of those that they removed, without telling the managers.
void LlvmPasses::run(llvm::ModulePassManager& pipeline) {
  analyses.clear();
  pipeline.run(module, analyses.modules);
}

} // namespace host

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// veczc: runs the vectoriser, or one step of it, over IR text.
#include "control_flow/dispatch_blocks.h"
#include "control_flow/entry_mask.h"
#include "control_flow/full_paths.h"
#include "control_flow/join_loop_exits.h"
#include "control_flow/linearize.h"
#include "control_flow/unify_loop_exits.h"
#include "control_flow/version_indices.h"
#include "packetizing/aos_values.h"
#include "packetizing/packetize.h"
#include "pipeline.h"
#include "preparation/canonicalize_blocks.h"
#include "preparation/canonicalize_ids.h"
#include "preparation/expand_copies.h"
#include "preparation/hoist_loads.h"
#include "preparation/inline_calls.h"
#include "preparation/integer_widths/narrow_arithmetic.h"
#include "preparation/integer_widths/narrow_comparisons.h"
#include "preparation/integer_widths/narrow_extrema.h"
#include "preparation/integer_widths/truncate_ids.h"
#include "preparation/integer_widths/widen_indices.h"
#include "preparation/interleave_variables.h"
#include "preparation/join_barrier_loops.h"
#include "preparation/raise_remainders.h"
#include "preparation/read_words.h"
#include "preparation/select_elements.h"
#include "preparation/simplify.h"
#include "preparation/split_accesses.h"
#include "preparation/test_switches.h"
#include "preparation/unroll_lane_reads.h"
#include "preparation/unroll_neighbours.h"
#include "preparation/unroll_private.h"
#include "vecz/analysis_managers.h"
#include "vecz/promises.h"
#include "vecz/uniformity.h"
#include "vecz/vectorize.h"

#include <array>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace {

namespace cl = llvm::cl;
cl::OptionCategory own("veczc options");
cl::opt<std::string> input(cl::Positional, cl::desc("<IR, - for standard input>"), cl::init("-"));
cl::opt<unsigned> width("width", cl::init(4), cl::cat(own),
                        cl::desc("lanes, with vectorize, interleave-variables and packetize; by "
                                 "default 4"));
cl::opt<bool> masked("masked", cl::cat(own),
                     cl::desc("with vectorize: for some of the lanes only"));
cl::opt<bool>
    any_ids("any-ids", cl::cat(own),
            cl::desc("with canonicalize and bound-ids: ids may be as large as they like"));
cl::opt<std::string> step("step", cl::init("uniformity"), cl::cat(own),
                          cl::desc("one of --list-steps; by default uniformity"));
cl::opt<bool> list("list-steps", cl::cat(own), cl::desc("show the names of all steps"));

const vecz::CallInfo& calls() { return vecz::mux_call_info(); }

bool unroll_private(llvm::Function& function, vecz::Remarks& remarks) {
  vecz::AnalysisManagers analyses;
  return vecz::unroll_private(function, analyses.functions, remarks);
}

/// A step that asks LLVM's analyses.
template <auto Run> bool with_analyses(llvm::Function& function) {
  vecz::AnalysisManagers analyses;
  return Run(function, analyses.functions);
}

/// A step over one function; what it cannot do is an obstacle.
struct Step {
  llvm::StringRef name;
  std::string (*run)(llvm::Function&, vecz::Remarks&);
};

/// A step that can always be done.
template <auto Run> std::string always(llvm::Function& function, vecz::Remarks& /*unused*/) {
  Run(function);
  return "";
}

/// A step that asks what calls mean and can always be done.
template <auto Run> std::string with_calls(llvm::Function& function, vecz::Remarks& /*unused*/) {
  Run(function, calls());
  return "";
}

/// A step that says what it leaves as it is.
template <auto Run> std::string with_remarks(llvm::Function& function, vecz::Remarks& remarks) {
  Run(function, remarks);
  return "";
}

vecz::IdRange id_range() { return any_ids ? vecz::IdRange::any : vecz::IdRange::fits_int; }

/// In the order in which a kernel goes through them.
constexpr std::array steps = {
    Step{"canonicalize",
         [](llvm::Function& function, vecz::Remarks& remarks) {
           return vecz::canonicalize(function, calls(), id_range(), vecz::Demand::worthwhile,
                                     remarks);
         }},
    Step{"inline-calls", with_remarks<vecz::inline_calls>},
    Step{"remove-markers", always<vecz::remove_markers>},
    Step{"drop-alias-scopes", always<vecz::drop_alias_scopes>},
    Step{"split-dimensions", with_calls<vecz::split_dimensions>},
    Step{"bound-ids",
         [](llvm::Function& function, vecz::Remarks& /*unused*/) {
           vecz::bound_ids(function, calls(), id_range());
           return std::string();
         }},
    Step{"truncate-ids", with_calls<vecz::truncate_ids>},
    Step{"return-instead-of-unreachable", always<vecz::return_instead_of_unreachable>},
    Step{"merge-equal-successors", always<vecz::merge_equal_successors>},
    Step{"simplify", with_remarks<vecz::simplify>},
    Step{"unroll-private",
         [](llvm::Function& function, vecz::Remarks& remarks) {
           unroll_private(function, remarks);
           return std::string();
         }},
    Step{"select-elements", always<vecz::select_elements>},
    Step{"unroll-lane-reads", always<with_analyses<vecz::unroll_lane_reads>>},
    Step{"unroll-neighbours", always<with_analyses<vecz::unroll_neighbours>>},
    Step{"hoist-loads", always<with_analyses<vecz::hoist_loads>>},
    Step{"test-switches", always<vecz::test_switches>},
    Step{"join-barrier-loops", with_calls<vecz::join_barrier_loops>},
    Step{"raise-splats", always<vecz::raise_splats>},
    Step{"raise-remainders", always<vecz::raise_remainders>},
    Step{"move-variables-to-front", always<vecz::move_variables_to_front>},
    Step{"widen-indices", with_calls<vecz::widen_indices>},
    Step{"narrow-comparisons", with_calls<vecz::narrow_comparisons>},
    Step{"narrow-extrema", with_calls<vecz::narrow_extrema>},
    Step{"narrow-arithmetic", with_calls<vecz::narrow_arithmetic>},
    Step{"read-words", with_calls<vecz::read_words>},
    Step{"full-paths", with_calls<vecz::add_full_paths>},
    Step{"version-indices", with_calls<vecz::version_indices>},
    Step{"dispatch-blocks", always<vecz::dispatch_blocks>},
    Step{"entry-mask", always<vecz::add_entry_mask>},
    Step{"join-loop-exits", with_calls<vecz::join_loop_exits>},
    Step{"unify-loop-exits", with_calls<vecz::unify_loop_exits>},
    Step{"linearize", [](llvm::Function& function,
                         vecz::Remarks& /*unused*/) { return vecz::linearize(function, calls()); }},
    Step{"split-accesses", always<vecz::split_accesses>},
    Step{"expand-copies", always<vecz::expand_copies>},
    Step{"interleave-variables",
         [](llvm::Function& function, vecz::Remarks& /*unused*/) {
           vecz::interleave_variables(function, width);
           return std::string();
         }},
    Step{"packetize",
         [](llvm::Function& function, vecz::Remarks& remarks) -> std::string {
           return vecz::packetize(function, width, calls(), remarks, vecz::largest_form)
                      ? ""
                      : "it would be too large";
         }},
};

void print(const llvm::Function& function, const vecz::Remarks& remarks) {
  for (const vecz::Remark& remark : remarks) {
    llvm::errs() << function.getName() << ":" << remark.line() << ": " << remark.text << "\n";
  }
}

void vectorize(llvm::Function& kernel) {
  const vecz::Report report = vecz::FormMaker(kernel, calls(), {512, 8}).make(width, masked);
  print(kernel, report.lines);
  if (!report.obstacle.empty()) {
    llvm::errs() << kernel.getName() << ": stays scalar: " << report.obstacle << "\n";
  }
}

void run_step(llvm::Function& function, const Step& chosen) {
  vecz::Remarks remarks;
  const std::string obstacle = chosen.run(function, remarks);
  print(function, remarks);
  if (!obstacle.empty()) {
    llvm::errs() << function.getName() << ": " << obstacle << "\n";
  }
}

/// The module's analysis, all steps together over kernels, or one step over all functions.
void run(llvm::Module& module) {
  if (step == "uniformity") {
    vecz::annotate_uniformity(module, calls());
    return;
  }
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      functions.push_back(&function);
    }
  }
  const auto* chosen = llvm::find_if(steps, [](const Step& one) { return one.name == step; });
  for (llvm::Function* function : functions) {
    if (chosen != steps.end()) {
      run_step(*function, *chosen);
    } else if (function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      vectorize(*function);
    }
  }
}

std::vector<llvm::StringRef> step_names() {
  std::vector<llvm::StringRef> names = {"uniformity", "vectorize"};
  for (const Step& one : steps) {
    names.push_back(one.name);
  }
  return names;
}

} // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(own);
  cl::SetVersionPrinter([](llvm::raw_ostream& out) {
    out << "veczc of Lanewise " LANEWISE_VERSION ", with LLVM " LLVM_VERSION_STRING "\n";
  });
  cl::ParseCommandLineOptions(argc, argv,
                              "veczc: the vectoriser, or a step of it; without --step, marks what "
                              "varies between lanes (!vecz.varying, !vecz.divergent)\n");
  if (list) {
    llvm::outs() << llvm::join(step_names(), "\n") << "\n";
    return 0;
  }
  if (!llvm::is_contained(step_names(), step)) {
    llvm::errs() << "veczc: error: unknown step '" << step << "'; expected one of "
                 << llvm::join(step_names(), ", ") << "\n";
    return 1;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer) {
    llvm::errs() << "veczc: error: cannot read '" << input << "'\n";
    return 1;
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssembly(**buffer, diagnostic, context);
  if (!module) {
    diagnostic.print("veczc", llvm::errs());
    return 1;
  }
  run(*module);
  if (llvm::verifyModule(*module, &llvm::errs())) {
    module->print(llvm::errs(), nullptr);
    return 1;
  }
  module->print(llvm::outs(), nullptr);
  return 0;
}

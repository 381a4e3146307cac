// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pass.h"

#include "compiler/watch.h"

#include "passes/bypass_local_copies.h"
#include "passes/clamp_half_conversions.h"
#include "passes/constant_loads.h"
#include "passes/copy_written_arguments.h"
#include "passes/define_group_functions.h"
#include "passes/define_image_blocks.h"
#include "passes/demote_phis.h"
#include "passes/flatten_address_spaces.h"
#include "passes/fold_image_facts.h"
#include "passes/fold_launch_facts.h"
#include "passes/fold_target_facts.h"
#include "passes/freeze_masked_loads.h"
#include "passes/freeze_wrapping_indices.h"
#include "passes/governing_arguments.h"
#include "passes/group_registers.h"
#include "passes/guard_division.h"
#include "passes/inline_group_functions.h"
#include "passes/local_variables.h"
#include "passes/lower_images.h"
#include "passes/lower_printf.h"
#include "passes/number_barriers.h"
#include "passes/plain_local_atomics.h"
#include "passes/prefetch_groups.h"
#include "passes/relaxed_math.h"
#include "passes/sub_groups.h"
#include "passes/transpose_gathers.h"
#include "passes/vectorize.h"
#include "passes/work_item_loops.h"
#include "vecz/promises.h"

#include <array>
#include <cstdlib>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

constexpr std::array passes = {
    NamedPass{"relaxed-math", relaxed_math},
    NamedPass{"guard-division", guard_division},
    NamedPass{"clamp-half-conversions", clamp_half_conversions},
    NamedPass{"define-group-functions",
              [](llvm::Module& module) { return define_group_functions(module, 4096); }},
    NamedPass{"define-image-blocks", define_image_blocks},
    NamedPass{"demote-phis", demote_phis},
    NamedPass{"fold-image-facts", fold_image_facts},
    NamedPass{"fold-target-facts", fold_target_facts},
    NamedPass{"fold-launch-facts", fold_launch_facts},
    NamedPass{"governing-arguments", governing_arguments},
    NamedPass{"inline-group-functions", inline_group_functions},
    NamedPass{"copy-written-arguments", copy_written_arguments},
    NamedPass{"constant-loads", constant_loads},
    NamedPass{"bypass-local-copies", bypass_local_copies},
    NamedPass{"local-variables", local_variables},
    NamedPass{"lower-images", lower_images},
    NamedPass{"lower-printf", lower_printf},
    NamedPass{"number-barriers", number_barriers},
    NamedPass{"sub-groups",
              [](llvm::Module& module) {
                sub_groups(module, {});
                return true;
              }},
    NamedPass{"vectorize",
              [](llvm::Module& module) {
                vectorize(module, {});
                return true;
              }},
    NamedPass{"work-item-loops", [](llvm::Module& module) { return work_item_loops(module); }},
    NamedPass{"transpose-gathers", transpose_gathers},
    NamedPass{"freeze-masked-loads",
              [](llvm::Module& module) { return freeze_masked_loads(module); }},
    NamedPass{"freeze-wrapping-indices", freeze_wrapping_indices},
    NamedPass{"plain-local-atomics", plain_local_atomics},
    NamedPass{"group-registers", [](llvm::Module& module) { return group_registers(module); }},
    NamedPass{"prefetch-groups", prefetch_groups},
    NamedPass{"flatten-address-spaces", flatten_address_spaces},
};

bool verify_always() {
#ifdef NDEBUG
  static const bool wanted = std::getenv("LANEWISE_VERIFY") != nullptr;
  return wanted;
#else
  return true;
#endif
}

bool time_steps() {
  static const bool wanted = std::getenv("LANEWISE_TIME_PASSES") != nullptr;
  return wanted;
}

bool print_after(llvm::StringRef name) {
  static const char* wanted = std::getenv("LANEWISE_PRINT_AFTER");
  return wanted && (name == wanted || llvm::StringRef("all") == wanted);
}

/// Steps without which a build gives code that does the same.
constexpr std::array<llvm::StringRef, 9> optional_steps = {
    "constant-loads",  "bypass-local-copies", "governing-arguments",
    "vectorize",       "transpose-gathers",   "plain-local-atomics",
    "group-registers", "prefetch-groups",     "optimise"};

bool is_left_out(llvm::StringRef name) {
  static const char* wanted = std::getenv("LANEWISE_SKIP");
  if (!wanted || !llvm::is_contained(optional_steps, name)) {
    return false;
  }
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(wanted).split(names, ',');
  return llvm::is_contained(names, name);
}

} // namespace

std::span<const NamedPass> shared_passes() { return passes; }

std::string find_fault(const llvm::Module& module, bool check_promises) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (!llvm::verifyModule(module, &stream) && check_promises) {
    message = vecz::find_broken_promise(module);
  }
  return message;
}

void PassRunner::run(llvm::StringRef name, llvm::function_ref<void(llvm::Module&)> step) {
  if (is_left_out(name)) {
    return;
  }
  uint64_t time = 0; // of the step alone
  {
    const TimedPhase phase(name);
    step(module);
    time = phase.elapsed();
  }
  if (time_steps()) {
    llvm::errs() << llvm::format("%8.3f ms  ", double(time) * 1e-6) << name << "\n";
  }
  if (dumps_wanted()) {
    dump(module, name);
  }
  if (print_after(name)) {
    llvm::errs() << "; after " << name << "\n" << module;
  }
  if (verify_always()) {
    const std::string message = find_fault(module, checks_promises);
    if (!message.empty()) {
      llvm::report_fatal_error(llvm::Twine("after ") + name + ": " + message, false);
    }
  }
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/events.h"
#include "builtins/library.h"
#include "compiler/pass.h"
#include "passes/bypass_local_copies.h"
#include "passes/constant_loads.h"
#include "passes/copy_written_arguments.h"
#include "passes/define_group_functions.h"
#include "passes/define_image_blocks.h"
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

#include <array>
#include <llvm/IR/LLVMContext.h>

namespace compiler {
namespace {

/// From the archive that was built with the driver.
bool link_builtins(llvm::Module& module) {
  const auto library = builtins::Library::open(builtins::archive());
  const auto linked = library ? library->link(module)
                              : cargo::expected<builtins::LinkStatistics, std::string>(
                                    cargo::unexpected{library.error()});
  if (!linked) {
    module.getContext().emitError("the library of built-ins is damaged: " + linked.error());
  }
  return linked && linked->members != 0;
}

/// In the order in which a build runs them.
constexpr std::array passes = {
    NamedPass{"relaxed-math", relaxed_math},
    NamedPass{"guard-division", guard_division},
    NamedPass{"define-image-blocks", define_image_blocks},
    NamedPass{"define-group-functions",
              [](llvm::Module& module) { return define_group_functions(module, 4096); }},
    NamedPass{"lower-images", lower_images},
    NamedPass{"link-builtins", link_builtins},
    NamedPass{"lower-events", builtins::lower_events},
    NamedPass{"fold-target-facts", fold_target_facts},
    NamedPass{"inline-group-functions", inline_group_functions},
    NamedPass{"copy-written-arguments", copy_written_arguments},
    NamedPass{"fold-launch-facts", fold_launch_facts},
    NamedPass{"constant-loads", constant_loads},
    NamedPass{"fold-image-facts", fold_image_facts},
    NamedPass{"bypass-local-copies", bypass_local_copies},
    NamedPass{"local-variables", local_variables},
    NamedPass{"governing-arguments", governing_arguments},
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

} // namespace

std::span<const NamedPass> shared_passes() { return passes; }

} // namespace compiler

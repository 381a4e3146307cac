// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/sub_groups.h"

#include "passes/group_functions/linear_local_ids.h"
#include "passes/group_functions/scalar_sub_groups.h"
#include "passes/group_functions/single_sub_group.h"
#include "passes/group_functions/sub_group_lanes.h"
#include "passes/vectorization/notes.h"
#include "passes/vectorization/quick_forms.h"
#include "passes/vectorization/vectorize.h"
#include "passes/vectorization/vectorize_advice.h"
#include "passes/vectorization/vectorize_report.h"
#include "vecz/vectorize.h"
#include "vecz/waiting_loops.h"

#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// Gathers and scatters of a form from which a kernel gets a quick form. As long as the local size
/// is not known, a form for whole vectors has three ways for each.
constexpr unsigned many_gathers = 8;

/// The vector forms of `kernel`, whose lanes are sub-groups. Not empty: why there can be none.
std::string make_forms(llvm::Function& kernel, unsigned width, vecz::Demand demand,
                       const vecz::VectorRegisters& registers, vecz::Report& report) {
  const auto size = sizes_of(kernel, "reqd_work_group_size");
  const uint64_t items = size[0] * size[1] * size[2]; // 0: not known
  use_linear_local_ids(kernel);
  for (const SubGroupCall& call : sub_group_calls(kernel)) {
    replace_for_lanes(call, width);
  }
  vecz::FormMaker maker(kernel, vecz::mux_call_info(), registers, demand);
  const QuickForms quick = wanted_quick_forms(*kernel.getParent());
  const std::string slow = slow_to_compile(kernel, maker);
  if (make_quick_form(kernel, maker, width, quick, many_gathers, slow, report)) {
    return "";
  }
  const bool has_whole = (items == 0 || items >= width) && !maker.dispatches();
  if (has_whole) {
    report = maker.make(width);
    if (!report.obstacle.empty()) {
      return report.obstacle;
    }
  }
  if (!has_whole || items == 0 || items % width != 0) {
    report = maker.make(width, /*masked=*/true);
  }
  return report.obstacle;
}

/// Decides for one kernel.
class SubGroups {
public:
  SubGroups(llvm::Function& subject, const SubGroupSettings& target)
      : kernel(&subject), settings(target) {}

  void run() {
    const uint64_t decided = number_of(*kernel, decided_sub_group_size);
    const uint64_t required = number_of(*kernel, "intel_reqd_sub_group_size");
    const auto calls = sub_group_calls(*kernel);
    if (calls.empty() && required == 0) {
      return;
    }
    const uint64_t promised = std::max(decided, required);
    const uint64_t wanted = decided ? decided : required ? required : width_for_all(settings.width);
    const bool possible = llvm::isPowerOf2_64(wanted) && wanted >= 2 && wanted <= 64;
    // Scalar code is right, too, if work-items only query their places.
    const bool scalar = llvm::all_of(
        calls, [](const SubGroupCall& call) { return is_position_query(call.what.meaning); });
    const bool needed =
        wanted == promised || (width_is_chosen() && !vecz::waits_for_others(*kernel));
    const vecz::Demand demand =
        needed && !scalar ? vecz::Demand::required : vecz::Demand::worthwhile;
    const std::string obstacle = possible ? make(unsigned(wanted), demand) : "";
    if (possible && obstacle.empty()) {
      kernel->addFnAttr(sub_group_size, std::to_string(wanted));
      return;
    }
    if (possible && scalar && wanted == promised) {
      for (const SubGroupCall& call : calls) {
        replace_for_scalar_code(call, unsigned(wanted));
      }
      kernel->addFnAttr(sub_group_size, std::to_string(wanted));
      return; // the pass `vectorize` says what it makes of the kernel
    }
    if (promised > 1) {
      kernel->getContext().emitError("kernel '" + kernel->getName() + "' requires sub-groups of " +
                                     llvm::Twine(promised) + " work-items, which it cannot have" +
                                     (obstacle.empty() ? "" : ": ") + obstacle);
    }
    for (const SubGroupCall& call : calls) {
      replace_for_one_item(call);
    }
    if (!obstacle.empty() && settings.report) {
      add_note(kernel->getContext(), place_of(*kernel),
               "kernel '" + kernel->getName() + "' has sub-groups of one work-item: " + obstacle,
               advice_on(obstacle));
    }
    kernel->addFnAttr(sub_group_size, "1");
  }

private:
  /// Works on a copy, which takes the kernel's place if all goes well.
  std::string make(unsigned width, vecz::Demand demand) {
    const std::string name = kernel->getName().str();
    kernel->setName(name + ".single");
    llvm::ValueToValueMapTy values;
    llvm::Function* copy = llvm::CloneFunction(kernel, values);
    copy->setName(name);
    vecz::Report report;
    std::string obstacle = make_forms(*copy, width, demand, settings.registers, report);
    if (!obstacle.empty()) {
      for (const vecz::VectorForm& form : vecz::vector_forms(*copy)) {
        vecz::drop_form(*copy, form);
      }
      copy->eraseFromParent();
      kernel->setName(name);
      return obstacle;
    }
    copy->removeFromParent();
    kernel->getParent()->getFunctionList().insert(kernel->getIterator(), copy);
    kernel->replaceAllUsesWith(copy);
    kernel->eraseFromParent();
    kernel = copy;
    report_vectorization(*kernel, report, settings.report);
    return "";
  }

  llvm::Function* kernel;
  const SubGroupSettings settings;
};

} // namespace

void sub_groups(llvm::Module& module, const SubGroupSettings& settings) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    SubGroups(*kernel, settings).run();
  }
}

} // namespace compiler

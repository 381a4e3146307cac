// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/block_scheduler.h"

#include <cassert>
#include <llvm/CodeGen/SchedulerRegistry.h>
#include <llvm/CodeGen/SelectionDAG.h>
#include <llvm/CodeGen/SelectionDAGISel.h>
#include <llvm/CodeGen/SelectionDAGNodes.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/Support/CommandLine.h>

namespace host {
namespace {

/// Whether `visit` is true for a physical register that an instruction reads, and for the value
/// that is copied to it.
template <typename F> bool any_register_of(const llvm::SDNode& instruction, F visit) {
  for (const llvm::SDNode* copy = instruction.getGluedNode();
       copy && copy->getOpcode() == llvm::ISD::CopyToReg; copy = copy->getGluedNode()) {
    const llvm::Register own = llvm::cast<llvm::RegisterSDNode>(copy->getOperand(1))->getReg();
    if (own.isPhysical() && visit(own, copy->getOperand(2))) {
      return true;
    }
  }
  return false;
}

/// Whether an instruction has flags from another one that itself reads flags, as in a sum of more
/// than two words. LLVM 22's fast scheduler takes that one's result and operand for a conflict, and
/// never orders it.
bool continues_chain(const llvm::SDNode& instruction, const llvm::TargetInstrInfo& instructions) {
  return any_register_of(instruction, [&](llvm::Register own, llvm::SDValue value) {
    const llvm::SDNode& source = *value.getNode();
    return source.isMachineOpcode() &&
           value.getResNo() >= instructions.get(source.getMachineOpcode()).getNumDefs() &&
           any_register_of(source, [&](llvm::Register read, llvm::SDValue) { return read == own; });
  });
}

bool has_chains(const llvm::SelectionDAGISel& selection) {
  return llvm::any_of(selection.CurDAG->allnodes(), [&](const llvm::SDNode& node) {
    return node.isMachineOpcode() && continues_chain(node, *selection.TII);
  });
}

llvm::ScheduleDAGSDNodes* create_scheduler(llvm::SelectionDAGISel* selection,
                                           llvm::CodeGenOptLevel level) {
  constexpr size_t max_nodes = 1000;
  return level == llvm::CodeGenOptLevel::None && selection->CurDAG->allnodes_size() > max_nodes &&
                 !has_chains(*selection)
             ? llvm::createFastDAGScheduler(selection, level)
             : llvm::createDefaultScheduler(selection, level);
}

} // namespace

void limit_block_scheduling() {
  constexpr const char* name = "lanewise-by-size";
  // LLVM keeps a reference for as long as the library is loaded.
  [[maybe_unused]] static auto* const registered = new llvm::RegisterScheduler(
      name, "fast for large blocks without optimisation", create_scheduler);
  auto& options = llvm::cl::getRegisteredOptions();
  const auto found = options.find("pre-RA-sched");
  assert(found != options.end());
  if (found != options.end()) {
    found->second->addOccurrence(0, "pre-RA-sched", name);
  }
}

} // namespace host

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code_generation/block_scheduler.h"

#include <cassert>
#include <llvm/CodeGen/SchedulerRegistry.h>
#include <llvm/CodeGen/SelectionDAG.h>
#include <llvm/CodeGen/SelectionDAGISel.h>
#include <llvm/Support/CommandLine.h>

namespace host {
namespace {

llvm::ScheduleDAGSDNodes* create_scheduler(llvm::SelectionDAGISel* selection,
                                           llvm::CodeGenOptLevel level) {
  constexpr size_t max_nodes = 1000;
  return level == llvm::CodeGenOptLevel::None && selection->CurDAG->allnodes_size() > max_nodes
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

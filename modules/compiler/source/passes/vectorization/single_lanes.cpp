// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/single_lanes.h"

#include "vecz/lane_operations.h"

namespace compiler {

bool single_lanes(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= vecz::run_in_one_lane(function);
  }
  return changed;
}

} // namespace compiler

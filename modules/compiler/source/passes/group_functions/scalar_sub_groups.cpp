// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/scalar_sub_groups.h"

#include "passes/group_functions/group_items.h"
#include "passes/group_functions/sub_group_place.h"

namespace compiler {
namespace {

class ScalarCode : PlaceCode {
public:
  ScalarCode(const SubGroupCall& of, unsigned work_items, llvm::Value* linear_id, llvm::Value* own)
      : PlaceCode(of, work_items, own), linear(linear_id) {}

  void run() {
    replace_with(
        place([&] { return builder.CreateAnd(linear, builder.getInt64(-uint64_t(width))); }));
  }

private:
  llvm::Value* const linear; ///< the linear local id, i64
};

} // namespace

void replace_for_scalar_code(const SubGroupCall& call, unsigned width) {
  llvm::IRBuilder<> builder(call.call);
  llvm::Value* linear = linear_local_id(builder);
  llvm::Value* number = builder.CreateTrunc(linear, builder.getInt32Ty());
  ScalarCode(call, width, linear, builder.CreateAnd(number, width - 1)).run();
}

} // namespace compiler

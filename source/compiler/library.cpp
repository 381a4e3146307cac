// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one function that liblanewise-compiler.so exports (compiler_interface/abi.h).
#include "compiler/target.h"
#include "compiler_interface/abi.h"
#include "compiler_interface/build_id.h"
#include "job.h"

namespace {

void targets(lanewise_compiler_sink sink, void* user) {
  std::vector<compiler::TargetInfo> list;
  for (const compiler::Info* info : compiler::compilers()) {
    list.push_back(info->description());
  }
  const binary::bytes answer = compiler::write(list);
  sink(user, answer.data(), answer.size());
}

constexpr lanewise_compiler_functions functions = {LANEWISE_COMPILER_ABI_VERSION,
                                                   compiler::build_id, targets, compiler::run_job};

} // namespace

extern "C" __attribute__((visibility("default"))) const lanewise_compiler_functions*
lanewise_compiler_entry(void) {
  return &functions;
}

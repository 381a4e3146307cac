// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler library of another build, or with another interface, for the loader to refuse.
#include "compiler_interface/abi.h"
#include "compiler_interface/build_id.h"

namespace {

void no_targets(lanewise_compiler_sink /*unused*/, void* /*unused*/) {}
void no_answer(const uint8_t* /*unused*/, size_t /*unused*/, lanewise_compiler_sink /*unused*/,
               void* /*unused*/) {}

#ifdef OTHER_BUILD
constexpr lanewise_compiler_functions functions = {LANEWISE_COMPILER_ABI_VERSION, "1.2-elsewhere",
                                                   no_targets, no_answer};
#else
constexpr lanewise_compiler_functions functions = {LANEWISE_COMPILER_ABI_VERSION + 1,
                                                   compiler::build_id, no_targets, no_answer};
#endif

} // namespace

extern "C" [[gnu::visibility("default")]] const lanewise_compiler_functions*
lanewise_compiler_entry() {
  return &functions;
}

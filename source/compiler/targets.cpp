// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/target.h"
#include "cuda/compiler.h"
#include "host/compiler.h"

#include <algorithm>

namespace compiler {

const std::vector<const Info*>& compilers() {
  static const auto& list =
      *new std::vector<const Info*>{&host::compiler_info(), &cuda::compiler_info()};
  return list;
}

const Info* compiler_for_device(std::string_view name) {
  const auto& list = compilers();
  const auto found = std::find_if(
      list.begin(), list.end(), [&](const Info* info) { return info->description().name == name; });
  return found == list.end() ? nullptr : *found;
}

} // namespace compiler

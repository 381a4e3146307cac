// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_MANGLED_NAME_H
#define PASSES_BUILT_INS_MANGLED_NAME_H

#include <llvm/ADT/StringRef.h>

namespace compiler {

/// The mangled name of a function of OpenCL C, taken apart: `_Z3dotDv2_fS_`.
struct MangledName {
  llvm::StringRef plain; ///< `dot`
  llvm::StringRef types; ///< `Dv2_fS_`
};

/// Both parts are empty if it is none.
[[nodiscard]] inline MangledName parse_mangled_name(llvm::StringRef name) {
  size_t length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size()) {
    return {};
  }
  return {name.take_front(length), name.drop_front(length)};
}

} // namespace compiler

#endif

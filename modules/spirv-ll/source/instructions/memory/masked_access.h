// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_INSTRUCTIONS_MEMORY_MASKED_ACCESS_H
#define SPIRV_LL_INSTRUCTIONS_MEMORY_MASKED_ACCESS_H

#include "reader/reader.h"

namespace spirv_ll {

/// `T(pointer, i1, T)`: a function that loads, if its second argument is true, and gives its third
/// otherwise; or `void(pointer, i1, T)`, one that stores its third. The pipeline inlines it: no
/// block can begin within the reader's.
[[nodiscard]] llvm::Function* masked_access_function(Reader& reader, bool loads, llvm::Type& type,
                                                     llvm::Type& pointer, llvm::Align alignment);

} // namespace spirv_ll

#endif

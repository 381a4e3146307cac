// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DEBUG_LINES_H
#define DEBUG_LINES_H

#include "reader.h"

namespace spirv_ll {

/// OpLine: what follows comes from here. A function gets a subprogram with its first line.
void set_line(Reader& reader, const std::string& file, unsigned line, unsigned column);

/// OpNoLine, or the end of a block: what follows comes from nowhere in particular.
void clear_line(Reader& reader);

} // namespace spirv_ll

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_VECTORIZATION_VECTORIZE_REPORT_H
#define PASSES_VECTORIZATION_VECTORIZE_REPORT_H

#include "vecz/vectorize.h"

namespace compiler {

/// Reports how `kernel` was vectorised: as LLVM's optimisation remarks of the pass `vecz`; if
/// `in_log`, as notes in the build log; and, if LANEWISE_VECTORIZE_REPORT names a file, as lines at
/// its end. Each says `kernel '<name>' is vectorised, <forms>` or `... is not vectorised: <why>`,
/// and then lists accesses and calls that are not done by one vector instruction; in front stand
/// file, line and column, if these are known. In the log the line of the source, what would help
/// (vectorize_advice.h) and, in one line, a summary of the kernel follow.
void report_vectorization(const llvm::Function& kernel, const vecz::Report& result, bool in_log);

} // namespace compiler

#endif

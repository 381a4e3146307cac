// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_ROUNDING_MODES_H
#define FRONTEND_ROUNDING_MODES_H

#include <clang/Lex/Preprocessor.h>

namespace compiler {

/// Makes `#pragma OPENCL SELECT_ROUNDING_MODE` (OpenCL C, cl_khr_select_fprounding_mode) an error
/// for every mode but `rte`, which is that of all operations: Clang itself ignores the pragma, and
/// the results would be others than the program asks for.
void refuse_rounding_modes(clang::Preprocessor& preprocessor);

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_DECLARATIONS_FLOAT_CONTROLS_H
#define SPIRV_LL_DECLARATIONS_FLOAT_CONTROLS_H

#include "reader/reader.h"

namespace spirv_ll {

/// SPV_KHR_float_controls and SPV_INTEL_float_controls2: the execution modes, and the decorations
/// of functions, that say how floating-point arithmetic is done. Flushing of denormal numbers is
/// asked for as `-cl-denorms-are-zero` does, by module flags, and so holds for all kernels of a
/// module; "lanewise.flushes_doubles" says that it is for 64 bits, too. What cannot be had is an
/// error.
[[nodiscard]] Outcome apply_float_controls(Reader& reader);

} // namespace spirv_ll

#endif

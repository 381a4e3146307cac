// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where SLEEF is not installed.
#include "math/reference.h"

Loops sleef_precise(std::string_view) { return {}; }
Loops sleef_fast(std::string_view) { return {}; }

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_SIN_H
#define ABACUS_TRIGONOMETRIC_SIN_H

#include "trigonometric/trigonometric.h"

namespace abacus {

template <class T> T sin(T x) { return sine(magnitude(x), 0, x); }

} // namespace abacus

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ARCS_ATAN_H
#define ABACUS_ARCS_ATAN_H

#include "arcs/arcs.h"

namespace abacus {

template <class T> T atan(T x) { return arctangent(x, radians<element_of<T>>); }

} // namespace abacus

#endif

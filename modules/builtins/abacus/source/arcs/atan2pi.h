// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ARCS_ATAN2PI_H
#define ABACUS_ARCS_ATAN2PI_H

#include "arcs/arcs.h"

namespace abacus {

template <class T> T atan2pi(T y, T x) { return angle_of_point(y, x, half_turns); }

} // namespace abacus

#endif

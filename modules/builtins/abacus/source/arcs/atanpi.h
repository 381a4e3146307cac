// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ARCS_ATANPI_H
#define ABACUS_ARCS_ATANPI_H

#include "arcs/arcs.h"

namespace abacus {

template <class T> T atanpi(T x) { return arctangent(x, half_turns); }

} // namespace abacus

#endif

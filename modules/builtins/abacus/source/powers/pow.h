// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_POWERS_POW_H
#define ABACUS_POWERS_POW_H

#include "powers/power.h"

namespace abacus {

template <class T> T pow(T x, T y) { return power_of(x, y); }

} // namespace abacus

#endif

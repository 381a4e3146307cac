// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LGAMMA_H
#define ABACUS_LGAMMA_H

#include "gamma.h"

namespace abacus {

template <class T> T lgamma(T x) { return cast<T>(log_gamma(x).value); }

} // namespace abacus

#endif

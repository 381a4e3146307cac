// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_LGAMMA_H
#define ABACUS_ERROR_AND_GAMMA_LGAMMA_H

#include "error_and_gamma/gamma.h"

namespace abacus {

template <class T> T lgamma(T x) { return cast<T>(log_gamma(x).value); }

} // namespace abacus

#endif

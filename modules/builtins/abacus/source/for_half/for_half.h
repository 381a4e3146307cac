// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of halves, computed in float: as many digits as a half has, and a few more, so that
// rounding to half makes most of the error. Arguments are vectors of floats or floats that are
// exactly halves; results are rounded to half, too large ones to infinity.
#ifndef ABACUS_FOR_HALF_FOR_HALF_H
#define ABACUS_FOR_HALF_FOR_HALF_H

#include "for_half/arcs.h"
#include "for_half/exponentials.h"
#include "for_half/hyperbolic.h"
#include "for_half/logarithms.h"
#include "for_half/powers.h"
#include "for_half/roots.h"
#include "for_half/trigonometric.h"

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "atan2.h"

double atan2(double y, double x) { return abacus::angle_of_point(y, x, {1, 0}); }

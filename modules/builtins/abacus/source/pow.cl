// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "precise_power.h"

double pow(double x, double y) { return abacus::power(x, y); }

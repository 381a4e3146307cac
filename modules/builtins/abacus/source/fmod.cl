// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "division.h"

double fmod(double x, double y) { return abacus::fmod(x, y); }
float fmod(float x, float y) { return abacus::fmod(x, y); }

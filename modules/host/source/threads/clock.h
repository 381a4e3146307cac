// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_CLOCK_H
#define HOST_THREADS_CLOCK_H

#include "target_support/clock.h"

namespace host {

using target_support::deadline_after;
using target_support::now;

} // namespace host

#endif

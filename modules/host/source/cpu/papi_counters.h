// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_CPU_PAPI_COUNTERS_H
#define HOST_CPU_PAPI_COUNTERS_H

#include "cpu/counters.h"

namespace host {

/// The counters that PAPI finds and that can count all at once; none in builds without
/// LANEWISE_PAPI. Called once.
[[nodiscard]] CounterSource papi_counters();

} // namespace host

#endif

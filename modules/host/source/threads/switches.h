// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_SWITCHES_H
#define HOST_THREADS_SWITCHES_H

#include <cstdint>
#include <sys/resource.h>

namespace host {

/// How often the system has given the calling thread's core to another thread although this one
/// could have gone on.
inline uint64_t involuntary_switches() {
  rusage usage = {};
  getrusage(RUSAGE_THREAD, &usage);
  return static_cast<uint64_t>(usage.ru_nivcsw);
}

} // namespace host

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_PAUSE_H
#define CARGO_PAUSE_H

namespace cargo {

/// Tells the CPU that this thread is spinning.
inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb"); // waits longer than yield, which most CPUs ignore
#endif
}

} // namespace cargo

#endif

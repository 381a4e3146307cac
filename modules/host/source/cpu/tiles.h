// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of AMX. A process has to ask Linux for them; it may refuse, as where a thread's stack
// for signal handlers is too small to save them. Then code that would use tiles uses vectors.
#ifndef HOST_CPU_TILES_H
#define HOST_CPU_TILES_H

namespace host {

/// Asks for tiles, unless the process has them. Called for code that may use them, and for no
/// other: the process's later stacks for signal handlers have to be larger then. Thread safe.
void ask_for_tiles();

/// Whether they may be used, on any thread. Thread safe.
[[nodiscard]] bool may_use_tiles();

} // namespace host

#endif

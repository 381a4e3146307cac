// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices across fork: a fork waits until no other thread holds a lock of theirs, and the child,
// which has only the thread that forked, begins with idle devices whose threads start anew. What
// had been dispatched before never ends there.
#ifndef HOST_FORK_H
#define HOST_FORK_H

namespace host {

struct Device;

/// From here to `dismiss` the device is looked after.
void enroll(Device& device);
void dismiss(Device& device);

} // namespace host

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices across fork. A fork waits until no other thread holds a lock of a device. The child,
// which has only the thread that forked, begins with idle devices whose threads start anew.
// Dispatches from before the fork never end there.
#ifndef HOST_FORK_H
#define HOST_FORK_H

namespace host {

struct Device;

/// From this call to `dismiss` the device is part of the handling of forks.
void enroll(Device& device);
void dismiss(Device& device);

} // namespace host

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that a kernel names when it calls the driver, which may not be there.
#ifndef HOST_DEVICE_ENQUEUE_NAMED_MEMORY_H
#define HOST_DEVICE_ENQUEUE_NAMED_MEMORY_H

#include <cstdint>

namespace host {

/// Reads from each page of `bytes` bytes. A call for a kernel does so while it holds no lock and no
/// memory: if the memory is not there, the kernel faults and the call does not return.
void touch(uint64_t first, uint64_t bytes);

/// The same for memory that is to be written. Its contents stay as they are.
void touch_to_write(uint64_t first, uint64_t bytes);

} // namespace host

#endif

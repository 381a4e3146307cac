// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_STREAM_COPY_H
#define HOST_COMMANDS_STREAM_COPY_H

#include <cstddef>
#include <cstdint>

namespace host {

/// Like memmove, for parts of copies that are larger than the caches: writes bypass the caches.
/// memcpy does so too, but it decides by the size of the part and not of the whole copy, and parts
/// have to be small so that threads end together.
void stream_copy(std::byte* to, const std::byte* from, size_t size);

/// Whether this pays for a copy of so many bytes in all: the caches could not hold it.
[[nodiscard]] bool worth_streaming(uint64_t total);

} // namespace host

#endif

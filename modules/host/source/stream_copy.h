// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_STREAM_COPY_H
#define HOST_STREAM_COPY_H

#include <cstddef>
#include <cstdint>

namespace host {

/// As memmove, for parts of copies that are larger than the caches: what is written goes past them
/// to memory. memcpy does so too, but decides it by the part's size and not the copy's, and parts
/// have to be small enough that threads end together.
void stream_copy(std::byte* to, const std::byte* from, size_t size);

/// Whether a copy of so many bytes in all gains by it: the caches could not hold it.
[[nodiscard]] bool worth_streaming(uint64_t total);

} // namespace host

#endif

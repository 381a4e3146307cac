// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COPIES_MOVES_H
#define CL_COPIES_MOVES_H

#include "copies/device_copies.h"
#include "queues/event.h"

#include <span>
#include <vector>

namespace cl {

/// Sends commands that move parts of memory objects between the devices of a context and the host,
/// on queues of their own, and returns the events at whose end all contents are there. Between two
/// devices that do not have the host's memory they go through the host's copy, unless one copies
/// directly from the other (DeviceCopies::copies_directly). With the context's lock for moves held.
/// Throws std::bad_alloc; moves that were sent by then do no harm.
[[nodiscard]] expected<std::vector<retained<Event>>> send_moves(const retained<Context>& context,
                                                                std::span<const Move> moves);

} // namespace cl

#endif

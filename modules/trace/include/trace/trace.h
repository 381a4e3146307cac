// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A timeline of what the driver does, for people: with LANEWISE_TRACE=<file> in the environment it
// is written in Chrome's trace event format, which Perfetto (ui.perfetto.dev) opens. All functions
// are thread safe, do nothing when there is no timeline, and neither fail nor throw: events that
// cannot be written are missing.
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <cstdint>
#include <string_view>

namespace trace {

/// Whether a timeline is written. Decided at the first call; costs next to nothing afterwards.
[[nodiscard]] bool enabled() noexcept;

/// Nanoseconds of the clock of all times here: CLOCK_MONOTONIC.
[[nodiscard]] uint64_t now() noexcept;

/// Names and values that a viewer shows for a slice: a JSON object's inside, such as `"groups":4`.
using Arguments = std::string_view;

/// Something that the calling thread did from `begin` to `end`. Slices of a thread nest.
void slice(std::string_view category, std::string_view name, uint64_t begin, uint64_t end,
           Arguments arguments = {}) noexcept;

/// The times of a command, in nanoseconds.
struct CommandTimes {
  uint64_t queued, submitted, start, end;
};
/// A command that was done, on a track for its queue; commands of a queue may overlap.
void command(uint64_t queue, std::string_view name, const CommandTimes& times,
             Arguments arguments = {}) noexcept;

/// Writes the events that are still in memory. They are also written when there are many and at
/// exit.
void flush() noexcept;

} // namespace trace

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tracing of mux calls, for people: with LANEWISE_TRACE_CALLS=<file> in the environment ("-" for
// standard error) every call writes one line when it returns:
//
//   [thread] muxCreateBuffer(device=0x5581, size=4096, ...) = mux_success, 0.4 us
#ifndef MUX_TRACE_H
#define MUX_TRACE_H

#include "mux/mux.h"

#include <initializer_list>
#include <type_traits>

namespace mux::trace {

/// A named number, address or (written without its content) struct.
class Argument {
public:
  template <typename T> Argument(const char* given_name, const T& value) : name(given_name) {
    if constexpr (std::is_function_v<std::remove_pointer_t<T>> || std::is_pointer_v<T>) {
      kind = Kind::address;
      bits = reinterpret_cast<uintptr_t>(value);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      kind = Kind::number;
      bits = static_cast<uint64_t>(value);
    }
  }

  enum class Kind { structure, number, address };
  const char* name;
  Kind kind = Kind::structure;
  uint64_t bits = 0;
};

/// True if calls are to be written. The environment is read at the first call.
[[nodiscard]] bool enabled();

/// Nanoseconds of CLOCK_MONOTONIC.
[[nodiscard]] uint64_t now();

/// Writes the line of one call. Thread safe; lines never mix.
void call(const char* function, uint64_t begin, mux_result_t result,
          std::initializer_list<Argument> arguments);

} // namespace mux::trace

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work on memory that the application has named, which may not be there: the work ends, not the
// process.
#ifndef FAULT_CONTAINED_H
#define FAULT_CONTAINED_H

#include <cstdint>
#include <memory>
#include <type_traits>

namespace fault {

/// Calls `function(argument)` on this thread. False if it accessed memory that is not there or may
/// not be written; then it did a part of its work, and `address` is the accessed address, 0 if the
/// CPU does not tell. It is left where it was: it throws nothing, and holds no lock, memory or
/// anything else that it would have to give back. Installs the handlers once in a process
/// (fault/handlers.h); without them a fault ends the process as ever. Costs a few nanoseconds.
[[nodiscard]] bool contained(void (*function)(void*), void* argument, uint64_t& address) noexcept;

/// The same for `action()`.
template <typename Action>
[[nodiscard]] bool contained(Action&& action, uint64_t& address) noexcept {
  using Given = std::remove_reference_t<Action>;
  return contained([](void* it) { (*static_cast<Given*>(it))(); },
                   const_cast<void*>(static_cast<const void*>(std::addressof(action))), address);
}

} // namespace fault

#endif

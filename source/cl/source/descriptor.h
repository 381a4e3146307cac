// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File descriptors that close themselves, and eventfds as a state, signalled or not, that processes
// share. They can be handed to other processes, and outlive the process that made them.
#ifndef CL_DESCRIPTOR_H
#define CL_DESCRIPTOR_H

#include "cargo/kept_descriptor.h"

#include <utility>

namespace cl {

/// Owns a file descriptor. One that the application has closed is neither used nor closed again,
/// whatever file has got its number. The calls are thread safe.
class Descriptor {
public:
  explicit Descriptor(int owned) : kept(cargo::kept_descriptor::of(owned)) {}
  Descriptor(Descriptor&& other) noexcept : kept(std::exchange(other.kept, {})) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(kept, other.kept);
    return *this;
  }
  ~Descriptor();

  /// A new eventfd, not signalled. Throws std::system_error where the process has no more.
  static Descriptor make_eventfd();
  /// Another one for the same file. Throws std::system_error.
  [[nodiscard]] Descriptor duplicate() const;

  /// Negative if there is none, or the application has closed it.
  [[nodiscard]] int get() const { return kept.is_there() ? kept.number : -1; }
  [[nodiscard]] int release() { return std::exchange(kept, {}).number; }
  /// Whether there is such a descriptor, and whether it is an eventfd.
  [[nodiscard]] static bool is_open(int descriptor);
  [[nodiscard]] static bool is_eventfd(int descriptor);

  /// Whether a read would find something: an eventfd or a fence that is signalled.
  [[nodiscard]] bool readable() const;
  // For eventfds: signals it. Further calls change nothing.
  /// Signals it. Further calls change nothing.
  void signal() const;
  /// Resets the signal. False if it was not signalled, or if another process has reset it first.
  [[nodiscard]] bool take_signal() const;

private:
  cargo::kept_descriptor kept;
};

} // namespace cl

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// File descriptors that close themselves, and eventfds as a state, signalled or not, that processes
// share. They can be handed to other processes, and outlive the process that made them.
#ifndef CL_DESCRIPTOR_H
#define CL_DESCRIPTOR_H

#include <utility>

namespace cl {

/// Owns a file descriptor. The calls are thread safe.
class Descriptor {
public:
  explicit Descriptor(int owned) : number(owned) {}
  Descriptor(Descriptor&& other) noexcept : number(std::exchange(other.number, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor();

  /// A new eventfd, not signalled. Throws std::system_error where the process has no more.
  static Descriptor make_eventfd();
  /// Another one for the same file. Throws std::system_error.
  [[nodiscard]] Descriptor duplicate() const;

  [[nodiscard]] int get() const { return number; }
  [[nodiscard]] int release() { return std::exchange(number, -1); }
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
  int number; ///< -1: none
};

} // namespace cl

#endif

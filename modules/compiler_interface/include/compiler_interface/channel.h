// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_CHANNEL_H
#define COMPILER_INTERFACE_CHANNEL_H

#include "binary/container.h"
#include "environment/environment.h"

#include <chrono>
#include <optional>
#include <sys/types.h>

namespace compiler {

/// Until when to wait for the other end.
using Deadline = std::chrono::steady_clock::time_point;
inline constexpr Deadline no_deadline = Deadline::max();

/// Messages between a process and its compiling children: a length, then so many bytes, over a
/// stream socket. No signal is raised when the other end is gone.
[[nodiscard]] bool send_message(int socket, binary::bytes_view message,
                                Deadline deadline = no_deadline);
/// Waits for the beginning of a message, or the end of the other end. False if the deadline comes
/// before.
[[nodiscard]] bool await_message(int socket, Deadline deadline);
/// Receives a message. Nothing if the other end closes, or the deadline comes, before the message
/// is whole. Throws std::bad_alloc.
[[nodiscard]] std::optional<binary::bytes> receive_message(int socket,
                                                           Deadline deadline = no_deadline);

/// A child speaks first: which build it is of, and its number among the system's processes.
struct Greeting {
  std::string build;
  pid_t process = 0;
};
[[nodiscard]] binary::bytes write(const Greeting& greeting);
[[nodiscard]] std::optional<Greeting> read_greeting(binary::bytes_view message);

/// A message to the child: the request (compiler::write) and all else that its answer may depend
/// on, which is the working directory and the variables LANEWISE_* of the environment.
struct Errand {
  std::string folder;
  std::vector<std::string> variables; ///< "NAME=value"
  binary::bytes request;
};
/// `secure`: of a process that takes no variables from its environment.
[[nodiscard]] Errand make_errand(binary::bytes_view request,
                                 bool secure = environment::is_secure_process());
[[nodiscard]] binary::bytes write(const Errand& errand);
/// Reads an errand; nothing if it is malformed.
[[nodiscard]] std::optional<Errand> read_errand(binary::bytes_view message);

/// The child's answer: the response (compiler::write), and whether the child waits for more
/// errands.
struct Reply {
  bool stays = false;
  binary::bytes response;
};
[[nodiscard]] binary::bytes write(const Reply& reply);
[[nodiscard]] std::optional<Reply> read_reply(binary::bytes_view message);

} // namespace compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/channel.h"

#include "binary/stream.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace compiler {
namespace {

/// Waits until the socket can be read from or written to. False if the deadline has come.
bool wait_for(int socket, short what, Deadline deadline) {
  pollfd one = {.fd = socket, .events = what, .revents = 0};
  for (;;) {
    int milliseconds = -1;
    if (deadline != no_deadline) {
      constexpr std::chrono::milliseconds none(0), most(1'000'000);
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
      milliseconds = static_cast<int>(std::clamp(left, none, most).count());
    }
    const int ready = poll(&one, 1, milliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) {
      return true; // reads and writes report what is wrong
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return false;
    }
  }
}

/// Calls `transfer` (send, recv), which gives how many bytes it has moved, until all are.
template <typename Data, typename Transfer>
bool move_all(int socket, Data data, short what, Deadline deadline, Transfer&& transfer) {
  while (!data.empty()) {
    const ssize_t moved = transfer(data);
    if (moved > 0) {
      data = data.subspan(static_cast<size_t>(moved));
    } else if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (!wait_for(socket, what, deadline)) {
        return false;
      }
    } else if (moved == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool send_all(int socket, binary::bytes_view data, Deadline deadline) {
  return move_all(socket, data, POLLOUT, deadline, [&](binary::bytes_view rest) {
    return send(socket, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  });
}

bool receive_all(int socket, std::span<uint8_t> data, Deadline deadline) {
  return move_all(socket, data, POLLIN, deadline, [&](std::span<uint8_t> rest) {
    return recv(socket, rest.data(), rest.size(), MSG_DONTWAIT);
  });
}

} // namespace

bool send_message(int socket, binary::bytes_view message, Deadline deadline) {
  binary::Writer length;
  length.number<uint64_t>(message.size());
  return send_all(socket, length.data, deadline) && send_all(socket, message, deadline);
}

bool await_message(int socket, Deadline deadline) { return wait_for(socket, POLLIN, deadline); }

std::optional<binary::bytes> receive_message(int socket, Deadline deadline) {
  std::array<uint8_t, 8> length = {};
  if (!receive_all(socket, length, deadline)) {
    return std::nullopt;
  }
  binary::bytes message(binary::Reader(length).number<uint64_t>());
  if (!receive_all(socket, message, deadline)) {
    return std::nullopt;
  }
  return message;
}

binary::bytes write(const Greeting& greeting) {
  binary::Writer writer;
  writer.text(greeting.build);
  writer.number<int32_t>(greeting.process);
  return std::move(writer.data);
}

std::optional<Greeting> read_greeting(binary::bytes_view message) {
  binary::Reader reader(message);
  Greeting greeting;
  greeting.build = reader.text();
  greeting.process = reader.number<int32_t>();
  return reader.failed ? std::nullopt : std::optional(std::move(greeting));
}

Errand make_errand(binary::bytes_view request, bool secure) {
  Errand errand;
  char folder[PATH_MAX];
  errand.folder = getcwd(folder, sizeof folder) ? folder : "";
  for (char** variable = secure ? nullptr : environ; variable && *variable; ++variable) {
    if (std::strncmp(*variable, "LANEWISE_", 9) == 0) {
      errand.variables.emplace_back(*variable);
    }
  }
  errand.request.assign(request.begin(), request.end());
  return errand;
}

binary::bytes write(const Errand& errand) {
  binary::Writer writer;
  writer.text(errand.folder);
  writer.number<uint64_t>(errand.variables.size());
  for (const std::string& variable : errand.variables) {
    writer.text(variable);
  }
  writer.blob(errand.request);
  return std::move(writer.data);
}

std::optional<Errand> read_errand(binary::bytes_view message) {
  binary::Reader reader(message);
  Errand errand;
  errand.folder = reader.text();
  errand.variables.resize(reader.count(8));
  for (std::string& variable : errand.variables) {
    variable = reader.text();
  }
  const auto request = reader.blob();
  errand.request.assign(request.begin(), request.end());
  return reader.failed ? std::nullopt : std::optional(std::move(errand));
}

binary::bytes write(const Reply& reply) {
  binary::Writer writer;
  writer.number<uint8_t>(reply.stays);
  writer.blob(reply.response);
  return std::move(writer.data);
}

std::optional<Reply> read_reply(binary::bytes_view message) {
  binary::Reader reader(message);
  Reply reply;
  reply.stays = reader.number<uint8_t>() != 0;
  const auto response = reader.blob();
  reply.response.assign(response.begin(), response.end());
  return reader.failed ? std::nullopt : std::optional(std::move(reply));
}

} // namespace compiler

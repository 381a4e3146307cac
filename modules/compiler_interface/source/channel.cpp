// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/channel.h"

#include "binary/stream.h"

#include <cerrno>
#include <climits>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

namespace compiler {
namespace {

bool send_all(int socket, binary::bytes_view data) {
  while (!data.empty()) {
    const ssize_t sent = send(socket, data.data(), data.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      data = data.subspan(static_cast<size_t>(sent));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool receive_all(int socket, std::span<uint8_t> data) {
  while (!data.empty()) {
    const ssize_t received = recv(socket, data.data(), data.size(), 0);
    if (received > 0) {
      data = data.subspan(static_cast<size_t>(received));
    } else if (received == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

} // namespace

bool send_message(int socket, binary::bytes_view message) {
  binary::Writer length;
  length.number<uint64_t>(message.size());
  return send_all(socket, length.data) && send_all(socket, message);
}

std::optional<binary::bytes> receive_message(int socket) {
  std::array<uint8_t, 8> length = {};
  if (!receive_all(socket, length)) {
    return std::nullopt;
  }
  binary::bytes message(binary::Reader(length).number<uint64_t>());
  if (!receive_all(socket, message)) {
    return std::nullopt;
  }
  return message;
}

Errand make_errand(binary::bytes_view request) {
  Errand errand;
  char folder[PATH_MAX];
  errand.folder = getcwd(folder, sizeof folder) ? folder : "";
  for (char** variable = environ; variable && *variable; ++variable) {
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

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "descriptor.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace cl {
namespace {

Descriptor checked(int made) {
  if (made < 0) {
    throw std::system_error(errno, std::generic_category());
  }
  return Descriptor(made);
}

} // namespace

Descriptor::~Descriptor() {
  if (const int number = get(); number >= 0) {
    close(number);
  }
}

Descriptor Descriptor::make_eventfd() { return checked(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)); }

Descriptor Descriptor::duplicate() const { return checked(fcntl(get(), F_DUPFD_CLOEXEC, 0)); }

bool Descriptor::is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

bool Descriptor::is_eventfd(int descriptor) {
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  std::array<char, 32> target;
  const ssize_t size = readlink(link.c_str(), target.data(), target.size());
  return size > 0 && std::string_view(target.data(), size_t(size)) == "anon_inode:[eventfd]";
}

bool Descriptor::readable() const {
  pollfd one = {.fd = get(), .events = POLLIN, .revents = 0};
  return poll(&one, 1, 0) == 1 && (one.revents & POLLIN);
}

void Descriptor::signal() const {
  const uint64_t once = 1;
  // Fails where the count is as high as can be: it is signalled then. Or it has been closed.
  [[maybe_unused]] const ssize_t written = write(get(), &once, sizeof once);
}

bool Descriptor::take_signal() const {
  uint64_t count = 0;
  return read(get(), &count, sizeof count) == sizeof count;
}

} // namespace cl

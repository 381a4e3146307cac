// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace.h"

#include "cargo/kept_descriptor.h"
#include "environment/environment.h"

#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <unistd.h>

namespace mux::trace {
namespace {

/// Where lines go: a file, which the application may close (it is opened again), or standard error.
class File {
public:
  static File* open() noexcept {
    const char* path = environment::get(environment::Variable::trace_calls);
    if (path == nullptr || *path == 0) {
      return nullptr;
    }
    auto* made = new (std::nothrow) File;
    if (made == nullptr || std::strcmp(path, "-") == 0) {
      return made;
    }
    char folder[PATH_MAX] = "";
    const bool relative = *path != '/' && getcwd(folder, sizeof folder) != nullptr;
    std::snprintf(made->path, sizeof made->path, "%s%s%s", folder, relative ? "/" : "", path);
    if (!made->reopen(O_CREAT)) {
      delete made;
      return nullptr;
    }
    return made;
  }

  void write(const char* text, size_t length) {
    if (*path == 0) {
      std::fwrite(text, 1, length, stderr);
      std::fflush(stderr);
      return;
    }
    const std::lock_guard guard(lock);
    if (kept.is_there() || reopen(0)) {
      [[maybe_unused]] const ssize_t written = ::write(kept.number, text, length);
    }
  }

private:
  bool reopen(int flags) {
    constexpr int append = O_WRONLY | O_APPEND | O_CLOEXEC;
    kept = cargo::kept_descriptor::of(::open(path, append | flags, 0666));
    return kept.number >= 0;
  }

  std::mutex lock;              ///< protects `kept`
  char path[2 * PATH_MAX] = ""; ///< empty: standard error
  cargo::kept_descriptor kept;
};

/// Never closed: calls may still come while the process ends.
File* file() {
  static File* const opened = File::open();
  return opened;
}

/// One line of limited length, cut rather than allocated for.
class Line {
public:
  template <typename... Values> void add(const char* format, Values... values) {
    const int written = std::snprintf(text + length, sizeof text - length, format, values...);
    length += written > 0 ? static_cast<size_t>(written) : 0;
    length = length < sizeof text ? length : sizeof text - 1;
  }
  char text[1024];
  size_t length = 0;
};

} // namespace

bool enabled() { return file() != nullptr; }

uint64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

void call(const char* function, uint64_t begin, mux_result_t result,
          std::initializer_list<Argument> arguments) {
  const double microseconds = static_cast<double>(now() - begin) / 1000.0;
  Line line;
  line.add("[%d] %s(", static_cast<int>(gettid()), function);
  const char* separator = "";
  for (const Argument& argument : arguments) {
    line.add("%s%s=", separator, argument.name);
    switch (argument.kind) {
    case Argument::Kind::structure:
      line.add("%s", "{...}");
      break;
    case Argument::Kind::number:
      line.add("%" PRIu64, argument.bits);
      break;
    case Argument::Kind::address:
      line.add("0x%" PRIx64, argument.bits);
      break;
    }
    separator = ", ";
  }
  line.add(") = %s, %.1f us\n", muxGetResultName(result), microseconds);
  file()->write(line.text, line.length);
}

} // namespace mux::trace

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file is an array of events; viewers do without its end, so that a process may stop anywhere.
#include "trace/trace.h"

#include "cargo/kept_descriptor.h"
#include "environment/environment.h"

#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace trace {
namespace {

constexpr size_t buffer_size = size_t(64) << 10;

/// The path with each %p replaced by the number of the process.
std::string with_process(std::string path) {
  for (size_t at = path.find("%p"); at != std::string::npos; at = path.find("%p", at)) {
    path.replace(at, 2, std::to_string(getpid()));
  }
  return path;
}

/// The same file, whatever folder the process works in later.
std::string absolute(const std::string& path) {
  char folder[PATH_MAX];
  const bool relative = !path.starts_with('/') && getcwd(folder, sizeof folder) != nullptr;
  return relative ? std::string(folder) + '/' + path : path;
}

void append_quoted(std::string& text, std::string_view name) {
  text += '"';
  for (const char c : name) {
    if (c == '"' || c == '\\') {
      text += '\\';
    }
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  text += '"';
}

[[gnu::format(printf, 2, 3)]] void append_formatted(std::string& text, const char* format, ...) {
  char piece[160];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(piece, sizeof piece, format, arguments);
  va_end(arguments);
  text += piece;
}

/// The one timeline. Never destroyed: threads may write to the very end.
class Timeline {
public:
  static Timeline* open() noexcept {
    const char* path = environment::get(environment::Variable::trace);
    if (path == nullptr || *path == 0) {
      return nullptr;
    }
    try {
      std::string name = absolute(with_process(path));
      const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
      if (file < 0) {
        std::fprintf(stderr, "lanewise: cannot write the trace %s: %m\n", path);
        return nullptr;
      }
      return new Timeline(std::move(name), file);
    } catch (const std::bad_alloc&) {
      return nullptr;
    }
  }

  /// Calls `write` with the buffer, for one event.
  template <typename F> void add(F write) noexcept {
    const std::lock_guard guard(lock);
    const size_t before = buffer.size();
    try {
      write(buffer);
      buffer += ",\n";
    } catch (const std::bad_alloc&) {
      buffer.resize(before);
    }
    if (buffer.size() >= buffer_size) {
      drain();
    }
  }

  void flush() noexcept {
    const std::lock_guard guard(lock);
    drain();
  }

private:
  Timeline(std::string name, int opened)
      : path(std::move(name)), file(cargo::kept_descriptor::of(opened)) {
    buffer.reserve(2 * buffer_size);
    buffer = "[\n";
    append_formatted(buffer,
                     R"({"ph":"M","name":"process_name","pid":%d,"args":{"name":"Lanewise"}},)"
                     "\n",
                     getpid());
  }

  void drain() {
    if (!file.is_there()) { // the application has closed it
      file = cargo::kept_descriptor::of(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
    }
    std::string_view rest = buffer;
    while (!rest.empty()) {
      const ssize_t written = ::write(file.number, rest.data(), rest.size());
      if (written < 0 && errno != EINTR) {
        break;
      }
      rest.remove_prefix(written < 0 ? 0 : static_cast<size_t>(written));
    }
    buffer.clear();
  }

  std::mutex lock; ///< protects the rest
  std::string buffer;
  const std::string path;
  cargo::kept_descriptor file;
};

std::atomic<Timeline*> current = nullptr;
/// In a child of fork. Not freed, as a thread that the child has not may have been writing; nor
/// lost.
std::atomic<Timeline*> of_parent = nullptr;

/// Null if there is none.
Timeline* timeline() noexcept {
  static const bool decided = [] {
    Timeline* opened = Timeline::open();
    current = opened;
    if (opened != nullptr) {
      std::atexit(flush);
      // A child has a copy of the file's position and of the events that are not written yet, so it
      // writes none.
      pthread_atfork(nullptr, nullptr, [] { of_parent = current.exchange(nullptr); });
    }
    return true;
  }();
  static_cast<void>(decided);
  return current.load(std::memory_order_relaxed);
}

double microseconds(uint64_t time) { return double(time) * 1e-3; }

void end_event(std::string& text, Arguments arguments) {
  text += R"(,"args":{)";
  text += arguments;
  text += "}}";
}

} // namespace

bool enabled() noexcept { return timeline() != nullptr; }

uint64_t now() noexcept {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

void slice(std::string_view category, std::string_view name, uint64_t begin, uint64_t end,
           Arguments arguments) noexcept {
  Timeline* to = timeline();
  if (to == nullptr) {
    return;
  }
  to->add([&](std::string& text) {
    text += R"({"ph":"X","name":)";
    append_quoted(text, name);
    text += R"(,"cat":)";
    append_quoted(text, category);
    append_formatted(text, R"(,"pid":%d,"tid":%ld,"ts":%.3f,"dur":%.3f)", getpid(),
                     syscall(SYS_gettid), microseconds(begin), microseconds(end - begin));
    end_event(text, arguments);
  });
}

void command(uint64_t queue, std::string_view name, const CommandTimes& times,
             Arguments arguments) noexcept {
  Timeline* to = timeline();
  if (to == nullptr) {
    return;
  }
  static std::atomic<uint64_t> last_id = 0;
  const uint64_t id = ++last_id;
  // Slices of one id nest: from when the command was queued, and within that while it ran.
  const auto event = [&](char phase, std::string_view what, uint64_t time, Arguments shown) {
    to->add([&](std::string& text) {
      append_formatted(text,
                       R"({"ph":"%c","cat":"queue 0x%)" PRIx64 R"(","id":%)" PRIu64
                       R"(,"pid":%d,"tid":%d,"ts":%.3f,"name":)",
                       phase, queue, id, getpid(), getpid(), microseconds(time));
      append_quoted(text, what);
      end_event(text, shown);
    });
  };
  event('b', name, times.queued, arguments);
  event('n', "submitted", times.submitted, {});
  event('b', "runs", times.start, {});
  event('e', "runs", times.end, {});
  event('e', name, times.end, {});
}

void flush() noexcept {
  if (Timeline* to = timeline()) {
    to->flush();
  }
}

} // namespace trace

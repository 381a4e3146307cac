// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "each_part.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sycl_compiler {

namespace {

/// What a child sends first: then come the bytes, or the error.
constexpr uint8_t is_good = 1, is_error = 0;

void send(int to, const void* data, size_t size) {
  const auto* next = static_cast<const uint8_t*>(data);
  while (size > 0) {
    const ssize_t sent = write(to, next, size);
    if (sent < 0 && errno != EINTR) {
      _exit(1);
    }
    if (sent > 0) {
      next += sent;
      size -= size_t(sent);
    }
  }
}

[[noreturn]] void serve(const BytesOrError& made, int to) {
  send(to, made ? &is_good : &is_error, 1);
  if (made) {
    send(to, made->data(), made->size());
  } else {
    send(to, made.error().data(), made.error().size());
  }
  _exit(0);
}

Bytes receive(int from) {
  Bytes all;
  uint8_t piece[65536];
  for (;;) {
    const ssize_t count = read(from, piece, sizeof piece);
    if (count > 0) {
      all.insert(all.end(), piece, piece + count);
    } else if (count == 0 || errno != EINTR) {
      return all;
    }
  }
}

/// A process that makes one of them.
class Child {
public:
  explicit Child(llvm::function_ref<BytesOrError()> make) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      return;
    }
    process = fork();
    if (process == 0) {
      close(ends[0]);
      serve(make(), ends[1]);
    }
    close(ends[1]);
    from = ends[0];
  }

  /// Once.
  BytesOrError result() {
    if (process < 0) {
      if (from >= 0) {
        close(from);
      }
      return cargo::unexpected(std::string("cannot start a process for the device code"));
    }
    const Bytes all = receive(from);
    close(from);
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || all.empty()) {
      return cargo::unexpected(std::string("LLVM's SPIR-V back end has failed"));
    }
    if (all.front() == is_error) {
      return cargo::unexpected(std::string(all.begin() + 1, all.end()));
    }
    return Bytes(all.begin() + 1, all.end());
  }

private:
  pid_t process = -1;
  int from = -1;
};

/// Adds the lines of `text` that are not there.
void add_lines(std::string& to, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (const llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef> known;
    llvm::StringRef(to).split(known, '\n');
    if (std::ranges::find(known, line) == known.end()) {
      to += (to.empty() ? "" : "\n") + line.str();
    }
  }
}

} // namespace

cargo::expected<std::vector<Bytes>, std::string>
each_part(size_t count, size_t at_once, llvm::function_ref<BytesOrError(size_t)> make) {
  std::vector<Bytes> all;
  std::string errors;
  const auto keep = [&](BytesOrError made) {
    if (made) {
      all.push_back(std::move(*made));
    } else {
      add_lines(errors, made.error());
    }
  };
  if (count == 1) {
    keep(make(0));
  } else {
    std::vector<Child> children;
    for (size_t i = 0; i < count; ++i) {
      for (size_t next = children.size(); next < std::min(i + at_once, count); ++next) {
        children.emplace_back([&] { return make(next); });
      }
      keep(children[i].result()); // also behind an error: no child is left
    }
  }
  if (!errors.empty()) {
    return cargo::unexpected(std::move(errors));
  }
  return all;
}

} // namespace sycl_compiler

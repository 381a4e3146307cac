// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "each_spirv.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace sycl_compiler {

namespace {

using Spirv = cargo::expected<std::vector<uint8_t>, std::string>;

/// What a child sends first: then comes the code, or the sentence.
constexpr uint8_t is_code = 1, is_error = 0;

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

[[noreturn]] void serve(llvm::Module& module, int to) {
  const Spirv spirv = to_spirv(module);
  send(to, spirv ? &is_code : &is_error, 1);
  if (spirv) {
    send(to, spirv->data(), spirv->size());
  } else {
    send(to, spirv.error().data(), spirv.error().size());
  }
  _exit(0);
}

std::vector<uint8_t> receive(int from) {
  std::vector<uint8_t> all;
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

/// A process that makes SPIR-V of a module.
class Child {
public:
  explicit Child(llvm::Module& module) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      return;
    }
    process = fork();
    if (process == 0) {
      close(ends[0]);
      serve(module, ends[1]);
    }
    close(ends[1]);
    from = ends[0];
  }

  /// Once.
  Spirv result() {
    if (process < 0) {
      if (from >= 0) {
        close(from);
      }
      return cargo::unexpected(std::string("cannot start a process for the SPIR-V back end"));
    }
    const std::vector<uint8_t> all = receive(from);
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
    return std::vector<uint8_t>(all.begin() + 1, all.end());
  }

private:
  pid_t process = -1;
  int from = -1;
};

} // namespace

cargo::expected<std::vector<std::vector<uint8_t>>, std::string>
each_to_spirv(std::span<const std::unique_ptr<llvm::Module>> modules) {
  std::vector<std::vector<uint8_t>> codes;
  std::string error;
  const auto keep = [&](Spirv spirv) {
    if (spirv) {
      codes.push_back(std::move(*spirv));
    } else if (error.empty()) {
      error = std::move(spirv.error());
    }
  };
  if (modules.size() == 1) {
    keep(to_spirv(*modules.front()));
  } else {
    const size_t at_once = std::max(std::thread::hardware_concurrency(), 1U);
    std::vector<Child> children;
    for (size_t i = 0; i < modules.size(); ++i) {
      while (children.size() < std::min(i + at_once, modules.size())) {
        children.emplace_back(*modules[children.size()]);
      }
      keep(children[i].result()); // also behind an error: no child is left
    }
  }
  if (!error.empty()) {
    return cargo::unexpected(std::move(error));
  }
  return codes;
}

} // namespace sycl_compiler

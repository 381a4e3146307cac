// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workers.h"

#include "cache/file.h"
#include "cargo/kept_descriptor.h"
#include "compiler_interface/budget.h"
#include "compiler_interface/build_id.h"
#include "compiler_interface/channel.h"
#include "environment/environment.h"
#include "library_path.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace compiler {
namespace {

using cache::Descriptor;

/// Children without an errand, as sockets. More than these are let go.
constexpr size_t max_idle = 4;

/// The socket if it is still there.
Descriptor take(cargo::kept_descriptor& socket) {
  const auto taken = std::exchange(socket, {});
  return Descriptor(taken.is_there() ? taken.number : -1);
}

/// Idle workers. Never destroyed: threads may build until the very end.
struct Idle {
  std::mutex lock; ///< protects the sockets
  std::array<cargo::kept_descriptor, max_idle> sockets;
};
constinit Idle idle;

/// A child of fork has none of its own, and closes the parent's, which end with the parent.
[[gnu::constructor]] void register_handlers() {
  // If there is no memory to register these, a fork is not handled.
  static_cast<void>(pthread_atfork([] { idle.lock.lock(); }, [] { idle.lock.unlock(); },
                                   [] {
                                     for (auto& socket : idle.sockets) {
                                       const Descriptor parents = take(socket);
                                     }
                                     idle.lock.unlock();
                                   }));
}

std::optional<Descriptor> take_idle() {
  const std::lock_guard guard(idle.lock);
  for (auto& socket : idle.sockets) {
    if (Descriptor worker = take(socket)) {
      return worker;
    }
  }
  return std::nullopt;
}

void give_back(Descriptor worker) {
  const std::lock_guard guard(idle.lock);
  for (auto& socket : idle.sockets) {
    if (socket.number < 0) {
      socket = cargo::kept_descriptor::of(worker.release());
      return;
    }
  }
}

/// The program beside the compiler library. It forks at once, so that the process that is ours to
/// wait for has ended when this returns.
int start(const std::string& path, int socket) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // Signals from the terminal are the application's to handle.
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  char* arguments[] = {const_cast<char*>(path.c_str()), nullptr};
  pid_t child = 0;
  // A set-user-ID process ignores the driver's variables, so its child gets none.
  char* nothing[] = {nullptr};
  char** variables = environment::is_secure_process() ? nothing : environ;
  const int error = posix_spawn(&child, path.c_str(), &files, &attributes, arguments, variables);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  while (error == 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return error;
}

/// A child speaks first: which build it is of.
cargo::expected<Descriptor, std::string> make_worker(Deadline deadline) {
  const std::string library = library_path();
  const std::string folder = library.substr(0, library.rfind('/') + 1);
  std::string path = folder + "lanewise-compiler-worker";
  const std::string installed = folder + LANEWISE_HELPERS_FROM_LIBRARIES "lanewise-compiler-worker";
  if (access(path.c_str(), X_OK) != 0 && access(installed.c_str(), X_OK) == 0) {
    path = installed;
  }
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return cargo::unexpected{std::string("cannot make a socket: ") + std::strerror(errno)};
  }
  Descriptor ours(ends[0]);
  {
    const Descriptor theirs(ends[1]);
    if (const int error = start(path, theirs.get())) {
      return cargo::unexpected{"cannot start " + path + ": " + std::strerror(error)};
    }
  }
  const auto hello = receive_message(ours.get(), deadline);
  if (!hello) {
    return cargo::unexpected{path + " ended at its start, or does not answer"};
  }
  if (std::string_view(reinterpret_cast<const char*>(hello->data()), hello->size()) != build_id) {
    return cargo::unexpected{path + " is of another build: install all from one build"};
  }
  return ours;
}

/// The reply, unless the child ends, or the deadline comes, without one.
std::optional<Reply> converse(int socket, const binary::bytes& errand, Deadline deadline) {
  const auto message = send_message(socket, errand, deadline) ? receive_message(socket, deadline)
                                                              : std::optional<binary::bytes>();
  return message ? read_reply(*message) : std::nullopt;
}

/// A child gives up by itself when it has had its budget twice. One that does not is stuck.
Deadline deadline_of_build() {
  constexpr std::chrono::seconds slack(2);
  const unsigned seconds = budget();
  return seconds == 0
             ? no_deadline
             : std::chrono::steady_clock::now() + 3 * std::chrono::seconds(seconds) + slack;
}

cargo::unexpected<Response> failure(Deadline deadline) {
  const bool late = std::chrono::steady_clock::now() >= deadline;
  return cargo::unexpected{refusal(
      Status::failure, late ? "error: the compiler's process does not answer\n"
                            : "error: the compiler failed: it crashed, maybe because the source is "
                              "nested too deeply, or its process was killed\n")};
}

} // namespace

bool wants_workers() { return environment::text(environment::Variable::compiler) == "process"; }

cargo::expected<binary::bytes, Response> ask_worker(binary::bytes_view request) {
  const binary::bytes errand = write(make_errand(request));
  const auto finish = [](Descriptor worker, Reply reply) {
    if (reply.stays) {
      give_back(std::move(worker));
    }
    return std::move(reply.response);
  };
  const Deadline deadline = deadline_of_build();
  if (auto worker = take_idle()) {
    if (auto reply = converse(worker->get(), errand, deadline)) {
      return finish(std::move(*worker), std::move(*reply));
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return failure(deadline);
    }
    // It may have been killed while it was idle: a new one tells.
  }
  auto worker = make_worker(deadline);
  if (!worker) {
    return cargo::unexpected{refusal(Status::internal_error, "error: " + worker.error() + "\n")};
  }
  if (auto reply = converse(worker->get(), errand, deadline)) {
    return finish(std::move(*worker), std::move(*reply));
  }
  return failure(deadline);
}

} // namespace compiler

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
#include <ctime>
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

/// A child, and the socket by which it is spoken with.
struct Worker {
  Descriptor socket;
  pid_t process = 0;
};

struct IdleWorker {
  cargo::kept_descriptor socket;
  pid_t process = 0;
};

/// Without a socket if that is not there any more.
Worker take(IdleWorker& idle) {
  const IdleWorker taken = std::exchange(idle, {});
  return {Descriptor(taken.socket.is_there() ? taken.socket.number : -1), taken.process};
}

/// Idle workers. Never destroyed: threads may build until the very end.
struct Idle {
  std::mutex lock; ///< protects the workers
  std::array<IdleWorker, max_idle> workers;
};
constinit Idle idle;

/// A child of fork has none of its own, and closes the parent's, which end with the parent.
[[gnu::constructor]] void register_handlers() {
  // If there is no memory to register these, a fork is not handled.
  static_cast<void>(pthread_atfork([] { idle.lock.lock(); }, [] { idle.lock.unlock(); },
                                   [] {
                                     for (IdleWorker& worker : idle.workers) {
                                       const Worker parents = take(worker);
                                     }
                                     idle.lock.unlock();
                                   }));
}

std::optional<Worker> take_idle() {
  const std::lock_guard guard(idle.lock);
  for (IdleWorker& each : idle.workers) {
    if (Worker worker = take(each); worker.socket) {
      return worker;
    }
  }
  return std::nullopt;
}

void give_back(Worker worker) {
  const std::lock_guard guard(idle.lock);
  for (IdleWorker& place : idle.workers) {
    if (place.socket.number < 0) {
      place = {cargo::kept_descriptor::of(worker.socket.release()), worker.process};
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

cargo::expected<Worker, std::string> make_worker(Deadline deadline) {
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
  const auto message = receive_message(ours.get(), deadline);
  if (!message) {
    return cargo::unexpected{path + " ended at its start, or does not answer"};
  }
  const auto greeting = read_greeting(*message);
  if (!greeting || greeting->build != build_id) {
    return cargo::unexpected{path + " is of another build: install all from one build"};
  }
  return Worker{std::move(ours), greeting->process};
}

/// What a child may take, of processor time for its work and on the clock for anything else. It
/// gives up by itself when it has had its budget twice: one that does not is stuck.
std::optional<std::chrono::seconds> limit() {
  constexpr std::chrono::seconds slack(2);
  const unsigned seconds = budget();
  return seconds == 0 ? std::nullopt : std::optional(3 * std::chrono::seconds(seconds) + slack);
}

Deadline deadline() {
  const auto most = limit();
  return most ? std::chrono::steady_clock::now() + *most : no_deadline;
}

std::chrono::nanoseconds processor_time(pid_t process) {
  clockid_t clock = {};
  return clock_getcpuclockid(process, &clock) == 0 ? read_clock(clock) : std::chrono::nanoseconds();
}

/// False if the child is stuck.
bool await_reply(const Worker& worker) {
  const auto most = limit();
  if (!most) {
    return await_message(worker.socket.get(), no_deadline);
  }
  const auto begin = processor_time(worker.process);
  return Patience(*most).wait(
      [&](std::chrono::seconds time) {
        return await_message(worker.socket.get(), std::chrono::steady_clock::now() + time);
      },
      [&] { return processor_time(worker.process) - begin; });
}

/// Why there is no reply.
enum class Silence { gone, stuck };

cargo::expected<Reply, Silence> converse(const Worker& worker, const binary::bytes& errand) {
  const Deadline sent = deadline();
  if (!send_message(worker.socket.get(), errand, sent)) {
    return cargo::unexpected{std::chrono::steady_clock::now() < sent ? Silence::gone
                                                                     : Silence::stuck};
  }
  if (!await_reply(worker)) {
    return cargo::unexpected{Silence::stuck};
  }
  const auto message = receive_message(worker.socket.get(), deadline());
  auto reply = message ? read_reply(*message) : std::nullopt;
  if (!reply) {
    return cargo::unexpected{Silence::gone};
  }
  return std::move(*reply);
}

cargo::unexpected<Response> failure(Silence why) {
  return cargo::unexpected{refusal(
      Status::failure, why == Silence::stuck
                           ? "error: the compiler's process does not answer\n"
                           : "error: the compiler failed: it crashed, maybe because the source is "
                             "nested too deeply, or its process was killed\n")};
}

} // namespace

bool wants_workers() { return environment::text(environment::Variable::compiler) == "process"; }

cargo::expected<binary::bytes, Response> ask_worker(binary::bytes_view request) {
  const binary::bytes errand = write(make_errand(request));
  const auto finish = [](Worker worker, Reply reply) {
    if (reply.stays) {
      give_back(std::move(worker));
    }
    return std::move(reply.response);
  };
  if (auto worker = take_idle()) {
    auto reply = converse(*worker, errand);
    if (reply) {
      return finish(std::move(*worker), std::move(*reply));
    }
    if (reply.error() == Silence::stuck) {
      return failure(reply.error());
    }
    // It may have been killed while it was idle: a new one tells.
  }
  auto worker = make_worker(deadline());
  if (!worker) {
    return cargo::unexpected{refusal(Status::internal_error, "error: " + worker.error() + "\n")};
  }
  auto reply = converse(*worker, errand);
  if (!reply) {
    return failure(reply.error());
  }
  return finish(std::move(*worker), std::move(*reply));
}

} // namespace compiler

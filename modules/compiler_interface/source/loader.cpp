// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/loader.h"

#include "compiler_interface/abi.h"
#include "compiler_interface/build_id.h"
#include "library_path.h"
#include "trace/trace.h"
#include "workers.h"

#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace compiler {
namespace {

/// Memory of the process for as long as this exists, if there is that much.
class Room {
public:
  Room(size_t bytes, int protection)
      : size(bytes), at(mmap(nullptr, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  Room(const Room&) = delete;
  ~Room() {
    if (exists()) {
      munmap(at, size);
    }
  }
  [[nodiscard]] bool exists() const { return at != MAP_FAILED; }

private:
  const size_t size;
  void* const at;
};

/// Whether there is address space for the library, if the file exists, and memory for what it makes
/// when it is loaded: LLVM's constructors end the process if there is none, and dlopen does not say
/// why it failed in words that a program could read.
bool has_room_for(const std::string& path) {
  constexpr size_t made_by_constructors = size_t(8) << 20;
  struct stat file = {};
  if (stat(path.c_str(), &file) != 0 || file.st_size == 0) {
    return true;
  }
  const Room code(static_cast<size_t>(file.st_size), PROT_NONE);
  const Room data(made_by_constructors, PROT_READ | PROT_WRITE);
  return code.exists() && data.exists();
}

using Functions = const lanewise_compiler_functions*;

cargo::expected<Functions, std::string> open_library() {
  const std::string path = library_path();
  if (!has_room_for(path)) {
    throw std::bad_alloc();
  }
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    return cargo::unexpected{std::string("cannot load the compiler library: ") + dlerror()};
  }
  auto entry =
      reinterpret_cast<lanewise_compiler_entry_function>(dlsym(handle, "lanewise_compiler_entry"));
  if (!entry) {
    return cargo::unexpected{path + " is not a Lanewise compiler library"};
  }
  Functions functions = entry();
  if (functions->abi_version != LANEWISE_COMPILER_ABI_VERSION) {
    return cargo::unexpected{path + " has compiler interface version " +
                             std::to_string(functions->abi_version) + ", expected " +
                             std::to_string(LANEWISE_COMPILER_ABI_VERSION)};
  }
  if (std::string_view(functions->build_id) != build_id) {
    return cargo::unexpected{path + " is of build " + functions->build_id + ", expected " +
                             build_id + ": install both libraries from one build"};
  }
  return functions;
}

std::atomic<Functions> opened = nullptr;
constinit std::mutex opening; ///< held while the library is being opened

cargo::expected<Functions, std::string> library() {
  if (Functions functions = opened.load(std::memory_order_acquire)) {
    return functions;
  }
  const std::lock_guard guard(opening);
  if (Functions functions = opened.load(std::memory_order_relaxed)) {
    return functions;
  }
  auto found = open_library(); // if this fails for want of memory, the next call may do better
  if (found) {
    opened.store(*found, std::memory_order_release);
  }
  return found;
}

/// Calls into the library, and into the system to open it, that are under way.
constinit std::atomic<uint32_t> busy = 0;
/// In a child of fork: threads of the parent may have held locks of the library, which nobody
/// releases in the child. The child compiles in processes of their own.
constinit std::atomic<bool> lost = false;

class Visit {
public:
  Visit() { ++busy; }
  Visit(const Visit&) = delete;
  ~Visit() { --busy; }
};

[[gnu::constructor]] void register_handlers() {
  // If there is no memory to register these, a fork is not handled.
  static_cast<void>(pthread_atfork(nullptr, nullptr, [] { lost = lost || busy != 0; }));
}

constexpr char lost_message[] =
    "the compiler was at work when this process was forked and cannot be used in it";

/// The library's answer. It is handed over by a C function, through which no exception may go.
struct Answer {
  binary::bytes data;
  bool out_of_memory = true; ///< until there is an answer

  static void take(void* user, const uint8_t* data, size_t size) {
    auto& self = *static_cast<Answer*>(user);
    try {
      self.data.assign(data, data + size);
      self.out_of_memory = size == 0;
    } catch (const std::exception&) {
      self.out_of_memory = true;
    }
  }
  /// Throws std::bad_alloc if it could not be taken.
  [[nodiscard]] const binary::bytes& get() const {
    if (out_of_memory) {
      throw std::bad_alloc();
    }
    return data;
  }
};

/// The library's answer, or one that says why there is none.
cargo::expected<binary::bytes, Response> ask_library(binary::bytes_view question) {
  const Visit visit;
  const auto refuse = [](const std::string& sentence) {
    return cargo::unexpected{refusal(Status::internal_error, "error: " + sentence + "\n")};
  };
  const auto functions = library();
  if (!functions) {
    return refuse(functions.error());
  }
  Answer answer;
  functions.value()->run(question.data(), question.size(), Answer::take, &answer);
  return answer.get();
}

} // namespace

bool is_loaded() { return opened.load(std::memory_order_acquire); }

bool is_available() {
  if (is_loaded()) {
    return true;
  }
  const std::string path = library_path();
  // A name without a folder is looked for by the system, which says so only by opening it.
  return path.find('/') == std::string::npos ? load().has_value() : access(path.c_str(), F_OK) == 0;
}

cargo::result<std::string> load() {
  const Visit visit;
  if (lost) {
    return cargo::unexpected{std::string(lost_message)};
  }
  const auto functions = library();
  if (!functions) {
    return cargo::unexpected{functions.error()};
  }
  return cargo::success{};
}

Response run(const Request& request) {
  const uint64_t begin = trace::now();
  const binary::bytes question = write(request);
  const auto answer = wants_workers() || lost ? ask_worker(question) : ask_library(question);
  if (!answer) {
    return answer.error();
  }
  auto response = read_response(*answer);
  if (!response) {
    return refusal(Status::internal_error, "error: " + response.error() + "\n");
  }
  trace::slice("build", "compiler", begin, trace::now());
  for (const Phase& phase : response->phases) {
    trace::slice("build", phase.name, phase.begin, phase.end);
  }
  return std::move(response).value();
}

cargo::expected<std::vector<TargetInfo>, std::string> targets() {
  const Visit visit;
  if (lost) {
    return cargo::unexpected{std::string(lost_message)};
  }
  const auto functions = library();
  if (!functions) {
    return cargo::unexpected{functions.error()};
  }
  Answer answer;
  functions.value()->targets(Answer::take, &answer);
  return read_targets(answer.get());
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/loader.h"

#include "build_id.h"
#include "compiler/abi.h"

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <pthread.h>

namespace compiler {
namespace {

std::string library_path() {
  if (const char* path = std::getenv("LANEWISE_COMPILER_LIBRARY")) {
    return path;
  }
  constexpr const char* name = "liblanewise-compiler.so";
  Dl_info self = {};
  link_map* map = nullptr;
  if (!dladdr1(reinterpret_cast<void*>(&library_path), &self, reinterpret_cast<void**>(&map),
               RTLD_DL_LINKMAP) ||
      !map) {
    return name;
  }
  // The program itself has no name here, and what it was called by may have been found in PATH.
  const char* image = *map->l_name ? map->l_name : "/proc/self/exe";
  std::error_code error;
  auto folder = std::filesystem::canonical(image, error).parent_path();
  // Tools stand in bin/, the libraries in the lib folder next to it.
  for (const char* place : {".", "../" LANEWISE_LIBDIR}) {
    auto candidate = folder / place / name;
    if (!error && std::filesystem::exists(candidate, error)) {
      return candidate.lexically_normal();
    }
  }
  return name;
}

using Functions = const lanewise_compiler_functions*;

cargo::expected<Functions, std::string> open_library() {
  const std::string path = library_path();
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

std::atomic<bool> loaded = false;

const cargo::expected<Functions, std::string>& library() {
  // Never destroyed: another thread may still compile while the process exits.
  static const auto* opened = [] {
    auto* result = new cargo::expected<Functions, std::string>(open_library());
    loaded = result->has_value();
    return result;
  }();
  return *opened;
}

/// Calls into the library, and into the system to open it, that are under way.
constinit std::atomic<uint32_t> busy = 0;
/// In a child of fork: other threads of the parent were in the library; their locks are for ever.
constinit std::atomic<bool> lost = false;

class Visit {
public:
  Visit() { ++busy; }
  Visit(const Visit&) = delete;
  ~Visit() { --busy; }
};

[[gnu::constructor]] void register_handlers() {
  // Without memory for it, forking is as it is for programs that do nothing about it.
  static_cast<void>(pthread_atfork(nullptr, nullptr, [] { lost = lost || busy != 0; }));
}

constexpr char lost_message[] =
    "the compiler was at work when this process was forked and cannot be used in it";

void append(void* user, const uint8_t* data, size_t size) {
  static_cast<binary::bytes*>(user)->assign(data, data + size);
}

} // namespace

bool is_loaded() { return loaded; }

bool is_available() {
  if (loaded) {
    return true;
  }
  const std::string path = library_path();
  std::error_code error;
  // A name without a folder is looked for by the system, which says so only by opening it.
  return path.find('/') == std::string::npos ? load().has_value()
                                             : std::filesystem::exists(path, error);
}

cargo::result<std::string> load() {
  const Visit visit;
  if (lost) {
    return cargo::unexpected{std::string(lost_message)};
  }
  const auto& functions = library();
  if (!functions) {
    return cargo::unexpected{functions.error()};
  }
  return cargo::success{};
}

Response run(const Request& request) {
  const Visit visit;
  if (lost) {
    return {Status::internal_error, std::string("error: ") + lost_message + "\n", {}};
  }
  const auto& functions = library();
  if (!functions) {
    return {Status::internal_error, "error: " + functions.error() + "\n", {}};
  }
  const binary::bytes question = write(request);
  binary::bytes answer;
  functions.value()->run(question.data(), question.size(), append, &answer);
  auto response = read_response(answer);
  if (!response) {
    return {Status::internal_error, "error: " + response.error() + "\n", {}};
  }
  return std::move(response).value();
}

cargo::expected<std::vector<TargetInfo>, std::string> targets() {
  const Visit visit;
  if (lost) {
    return cargo::unexpected{std::string(lost_message)};
  }
  const auto& functions = library();
  if (!functions) {
    return cargo::unexpected{functions.error()};
  }
  binary::bytes answer;
  functions.value()->targets(append, &answer);
  return read_targets(answer);
}

} // namespace compiler

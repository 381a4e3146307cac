// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/cached_run.h"

#include "binary/stream.h"
#include "cache/file.h"
#include "cache/settings.h"
#include "cache/store.h"
#include "compiler_interface/build_id.h"
#include "environment/environment.h"
#include "library_path.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace compiler {
namespace {

struct Cache {
  std::optional<cache::Store> store;
  std::string problem;
};

Cache open_cache() {
  const auto settings = cache::settings();
  const bool watched =
      std::ranges::any_of(environment::table(), [](const environment::VariableEntry& row) {
        return (row.effects & environment::shows_compiler) && environment::is_set(row.variable);
      });
  if (!settings || watched) {
    return {};
  }
  auto opened = cache::Store::open(settings->folder, settings->limit);
  return opened ? Cache{std::move(*opened), ""} : Cache{std::nullopt, opened.error()};
}

/// Without a lock, which a child of a fork could find held. Never destroyed: threads may build
/// until the very end.
const Cache& the_cache() {
  static constinit std::atomic<const Cache*> opened = nullptr;
  if (const Cache* cache = opened.load(std::memory_order_acquire)) {
    return *cache;
  }
  auto mine = std::make_unique<const Cache>(open_cache());
  const Cache* first = nullptr;
  return opened.compare_exchange_strong(first, mine.get(), std::memory_order_acq_rel)
             ? *mine.release()
             : *first;
}

/// Adds the library's build to the key: revisions do not tell changed trees apart.
void add_library(binary::Writer& key) {
  key.text(build_id);
  const std::string path = library_path();
  key.text(path);
  struct stat about = {};
  if (stat(path.c_str(), &about) == 0) {
    key.number<uint64_t>(about.st_size);
    key.number<uint64_t>(about.st_mtim.tv_sec);
    key.number<uint64_t>(about.st_mtim.tv_nsec);
  }
}

binary::bytes key_of(const Request& request, std::string_view machine) {
  binary::Writer key;
  add_library(key);
  key.text(machine);
  for (const environment::VariableEntry& row : environment::table()) {
    if (row.effects & environment::shapes_code) {
      key.text(environment::text(row.variable));
    }
  }
  key.blob(write(request));
  return std::move(key.data);
}

std::string working_directory() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) ? path : "";
}

bool has_contents(const FileUse& use, const struct stat& about) {
  const cache::Descriptor file(open(use.path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  binary::bytes contents(static_cast<size_t>(about.st_size));
  return file && cache::read_all(file.get(), contents) && content_hash(contents) == use.hash;
}

bool is_unchanged(const FileUse& use) {
  struct stat about = {};
  if (stat(use.path.c_str(), &about) != 0) {
    return use.kind == FileUse::Kind::missing;
  }
  if (S_ISDIR(about.st_mode)) {
    return use.kind == FileUse::Kind::folder;
  }
  constexpr std::array<uint64_t, 2> not_read = {};
  return use.kind == FileUse::Kind::file && S_ISREG(about.st_mode) &&
         (use.hash == not_read || has_contents(use, about));
}

bool is_current(const Response& response) {
  return (response.working_directory.empty() ||
          response.working_directory == working_directory()) &&
         std::ranges::all_of(response.files, is_unchanged);
}

Response run_after(const std::function<void()>& before_compiling, const Request& request) {
  if (before_compiling) {
    before_compiling();
  }
  return run(request);
}

Response run_with_key(const cache::Store& store, const Request& request, const binary::bytes& key,
                      const std::function<void()>& before_compiling) {
  const uint64_t begin = trace::now();
  if (const auto found = store.find(key)) {
    if (auto response = read_response(*found); response && is_current(*response)) {
      trace::slice("build", "from the cache", begin, trace::now());
      return std::move(*response);
    }
  }
  Response response = run_after(before_compiling, request);
  if (response.status == Status::success && response.repeatable) {
    response.phases.clear(); // they were of this time
    store.insert(key, write(response));
  }
  return response;
}

} // namespace

Response run_cached(const Request& request, std::string_view machine,
                    const std::function<void()>& before_compiling) {
  const auto& store = the_cache().store;
  return store ? run_with_key(*store, request, key_of(request, machine), before_compiling)
               : run_after(before_compiling, request);
}

Response run_cached(Request request, std::string_view machine,
                    const std::array<uint64_t, 2>& input_hash) {
  const auto& store = the_cache().store;
  if (!store) {
    return run(request);
  }
  std::vector<binary::bytes> inputs = std::exchange(request.inputs, {});
  binary::Writer key{key_of(request, machine)};
  request.inputs = std::move(inputs);
  key.text("hash of the input");
  key.number<uint64_t>(request.inputs.front().size());
  key.number(input_hash[0]);
  key.number(input_hash[1]);
  return run_with_key(*store, request, key.data, {});
}

const std::string& cache_problem() { return the_cache().problem; }

} // namespace compiler

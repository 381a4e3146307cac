// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry's file, named after a hash of its key (entry_name):
//   magic "LWKC", version, checksum of what follows, key, value (each with its length before it)
#include "cache/store.h"

#include "binary/stream.h"
#include "folder.h"

#include <algorithm>
#include <atomic>
#include <xxhash.h>

namespace cache {
namespace {

constexpr uint32_t magic = 0x434b574c;
constexpr uint32_t version = 1;
constexpr size_t header_size = 4 + 4 + 8;

constexpr std::string_view hexadecimal = "0123456789abcdef";

std::string entry_name(bytes_view key) {
  XXH128_canonical_t hash;
  XXH128_canonicalFromHash(&hash, XXH3_128bits(key.data(), key.size()));
  std::string name(Folder::prefix);
  for (const uint8_t byte : hash.digest) {
    name += hexadecimal[byte >> 4];
    name += hexadecimal[byte & 15];
  }
  return name;
}

/// Whether it is a name that entry_name gives: only such files are counted and removed.
bool is_entry_name(std::string_view name) {
  constexpr size_t digits = 2 * sizeof(XXH128_canonical_t);
  return name.size() == Folder::prefix.size() + digits && name.starts_with(Folder::prefix) &&
         name.find_first_not_of(hexadecimal, Folder::prefix.size()) == std::string_view::npos;
}

uint64_t checksum(bytes_view data) { return XXH3_64bits(data.data(), data.size()); }

bytes to_file(bytes_view key, bytes_view value) {
  binary::Writer contents;
  contents.blob(key);
  contents.blob(value);
  binary::Writer file;
  file.number(magic);
  file.number(version);
  file.number(checksum(contents.data));
  file.raw(contents.data);
  return std::move(file.data);
}

enum class Verdict { damaged, other_key, found };

Verdict from_file(const bytes& file, bytes_view key, bytes& value) {
  binary::Reader header(bytes_view(file).first(std::min(file.size(), header_size)));
  const bool known = header.number<uint32_t>() == magic && header.number<uint32_t>() == version;
  const uint64_t sum = header.number<uint64_t>();
  if (!known || header.failed) {
    return Verdict::damaged;
  }
  const bytes_view contents = bytes_view(file).subspan(header_size);
  if (checksum(contents) != sum) {
    return Verdict::damaged;
  }
  binary::Reader reader(contents);
  const auto found_key = reader.blob();
  const auto found = reader.blob();
  if (reader.failed) {
    return Verdict::damaged;
  }
  if (!std::ranges::equal(found_key, key)) {
    return Verdict::other_key;
  }
  value.assign(found.begin(), found.end());
  return Verdict::found;
}

bool used_earlier(const Folder::Entry& a, const Folder::Entry& b) {
  return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
}

/// Removes the least recently used entries until the rest fits.
void trim(const Folder& folder, uint64_t limit) {
  auto entries = folder.list(is_entry_name);
  uint64_t total = 0;
  for (const auto& entry : entries) {
    total += entry.size;
  }
  std::ranges::sort(entries, used_earlier);
  for (const auto& entry : entries) {
    if (total <= limit) {
      return;
    }
    folder.remove(entry.name);
    total -= entry.size;
  }
}

} // namespace

struct Store::State {
  Folder folder;
  uint64_t limit;
  /// Bytes that may still be written before the folder is looked through: none at first, as it is
  /// not known how full it is.
  std::atomic<int64_t> unchecked = 0;
};

Store::Store(std::unique_ptr<State> opened) : state(std::move(opened)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

cargo::expected<Store, std::string> Store::open(const std::string& folder, uint64_t limit) {
  auto opened = Folder::open(folder);
  if (!opened) {
    return cargo::unexpected{opened.error()};
  }
  return Store(std::make_unique<State>(std::move(*opened), limit));
}

std::optional<bytes> Store::find(bytes_view key) const {
  const std::string name = entry_name(key);
  const auto file = state->folder.read(name);
  if (!file) {
    return std::nullopt;
  }
  bytes value;
  const Verdict verdict = from_file(*file, key, value);
  if (verdict == Verdict::damaged) {
    state->folder.remove(name);
  }
  return verdict == Verdict::found ? std::optional(std::move(value)) : std::nullopt;
}

void Store::insert(bytes_view key, bytes_view value) const {
  const bytes file = to_file(key, value);
  if (file.size() > state->limit || !state->folder.write(entry_name(key), file)) {
    return;
  }
  const auto size = static_cast<int64_t>(file.size());
  if (state->unchecked.fetch_sub(size) < size) {
    trim(state->folder, state->limit);
    state->unchecked = static_cast<int64_t>(state->limit / 32);
  }
}

} // namespace cache

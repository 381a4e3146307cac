// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes by key in a folder on disk that any number of processes use at once. The bytes have no
// meaning here.
#ifndef CACHE_STORE_H
#define CACHE_STORE_H

#include "cargo/expected.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cache {

using bytes = std::vector<uint8_t>;
using bytes_view = std::span<const uint8_t>;

/// A folder of entries, one file each. Nothing that happens to the folder or the files is an error:
/// an entry that cannot be read counts as absent, and one that cannot be written is dropped. Files
/// are written under another name and renamed, so that a reader sees all of one or nothing; no
/// locks are held. An entry holds its whole key, so that two keys are never taken for each other,
/// and a checksum; one that is damaged is removed when it is met.
///
/// Thread safe. Throws std::bad_alloc and nothing else.
class Store {
public:
  /// Opens `folder` (an absolute path), making it if it does not exist. The error is a sentence: it
  /// cannot be made or opened, belongs to another user, or others may write it. The entries take
  /// at most `limit` bytes on disk, except for what other processes have written in the last
  /// moment; those not used for longest go first.
  [[nodiscard]] static cargo::expected<Store, std::string> open(const std::string& folder,
                                                                uint64_t limit);
  Store(Store&&) noexcept;
  ~Store();

  /// The value of `key`, if there is one.
  [[nodiscard]] std::optional<bytes> find(bytes_view key) const;

  /// Sets the value of `key`.
  void insert(bytes_view key, bytes_view value) const;

private:
  struct State;
  explicit Store(std::unique_ptr<State> opened);
  std::unique_ptr<State> state;
};

} // namespace cache

#endif

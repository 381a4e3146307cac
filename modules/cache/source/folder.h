// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CACHE_FOLDER_H
#define CACHE_FOLDER_H

#include "cache/file.h"
#include "cache/store.h"

#include <ctime>

namespace cache {

/// Files in one folder, by name. Everything goes through the folder's descriptor, so that what was
/// checked when it was opened stays true whatever becomes of its path. Thread safe.
class Folder {
public:
  struct Entry {
    std::string name;
    uint64_t size = 0; ///< bytes on disk
    timespec used = {};
  };

  /// Makes and opens it; see Store::open.
  [[nodiscard]] static cargo::expected<Folder, std::string> open(const std::string& path);

  /// The contents of a file, which counts as used now.
  [[nodiscard]] std::optional<bytes> read(const std::string& name) const;
  /// Replaces a file as one step. False if that was not possible.
  bool write(const std::string& name, bytes_view data) const;
  void remove(const std::string& name) const;
  /// All files but those being written; what an interrupted process left half-written is removed.
  [[nodiscard]] std::vector<Entry> list() const;

private:
  explicit Folder(Descriptor opened) : descriptor(std::move(opened)) {}
  Descriptor descriptor;
};

} // namespace cache

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CACHE_FOLDER_H
#define CACHE_FOLDER_H

#include "cache/file.h"
#include "cache/store.h"

#include <ctime>
#include <string_view>

namespace cache {

/// The cache's files in one folder, which may hold others: those are never touched. The folder is
/// opened and checked for each access. Between accesses there is no descriptor that the application
/// could close and whose number another file could get. Thread safe.
class Folder {
public:
  struct Entry {
    std::string name;
    uint64_t size = 0; ///< bytes on disk
    timespec used = {};
  };

  /// The prefix of all files' names, those being written included.
  static constexpr std::string_view prefix = "lanewise-";

  /// Makes the folder if it is not there, and checks it; see Store::open.
  [[nodiscard]] static cargo::expected<Folder, std::string> open(const std::string& path);

  /// The contents of a file, which counts as used now.
  [[nodiscard]] std::optional<bytes> read(const std::string& name) const;
  /// Replaces a file as one step. False if that was not possible.
  bool write(const std::string& name, bytes_view data) const;
  void remove(const std::string& name) const;
  /// The files whose names `is_entry` accepts. Removes files that an interrupted process has left
  /// half-written.
  [[nodiscard]] std::vector<Entry> list(bool (*is_entry)(std::string_view name)) const;

private:
  explicit Folder(std::string path_given) : path(std::move(path_given)) {}
  /// Null if the folder is not there, or not as it must be.
  [[nodiscard]] Descriptor open_checked() const;
  std::string path;
};

} // namespace cache

#endif

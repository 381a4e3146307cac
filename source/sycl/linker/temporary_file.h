// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files between the tools that the linker runs.
#ifndef SYCL_LINKER_TEMPORARY_FILE_H
#define SYCL_LINKER_TEMPORARY_FILE_H

#include <llvm/ADT/StringRef.h>
#include <string>

namespace sycl_linker {

/// An empty file that is gone with the object, also if a signal ends the process.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef extension);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  /// Empty if the file could not be made.
  [[nodiscard]] const std::string& path() const { return name; }
  /// Whether the file has these bytes now.
  [[nodiscard]] bool write(llvm::StringRef bytes) const;

private:
  std::string name;
};

} // namespace sycl_linker

#endif

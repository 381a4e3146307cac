// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "temporary_file.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/raw_ostream.h>
#include <system_error>
#include <utility>

namespace sycl_linker {

TemporaryFile::TemporaryFile(llvm::StringRef extension) {
  llvm::SmallString<64> made;
  if (!llvm::sys::fs::createTemporaryFile("clang-sycl-linker", extension, made)) {
    name = made.str();
    llvm::sys::RemoveFileOnSignal(name);
  }
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : name(std::exchange(other.name, {})) {}

TemporaryFile::~TemporaryFile() {
  if (!name.empty()) {
    const std::error_code error = llvm::sys::fs::remove(name);
    static_cast<void>(error); // one that stays does no harm
    llvm::sys::DontRemoveFileOnSignal(name);
  }
}

bool TemporaryFile::write(llvm::StringRef bytes) const {
  std::error_code error;
  llvm::raw_fd_ostream stream(name, error);
  stream << bytes;
  stream.close();
  const bool written = !error && !stream.has_error();
  stream.clear_error(); // it is reported by the caller
  return written;
}

} // namespace sycl_linker

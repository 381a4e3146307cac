// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_KEPT_DESCRIPTOR_H
#define CARGO_KEPT_DESCRIPTOR_H

#include <sys/stat.h>

namespace cargo {

/// A file descriptor that is kept for long. The application may close it meanwhile, as daemons
/// close all, and another file may get its number: that one must be neither used nor closed. (Files
/// without an inode of their own, such as eventfds, are told from files of other kinds only.)
/// Nothing is closed when it is destroyed.
struct kept_descriptor {
  int number = -1; ///< negative: none
  dev_t device = 0;
  ino_t inode = 0;

  /// Notes which file an open descriptor is of. None if it is of no file.
  [[nodiscard]] static kept_descriptor of(int number) noexcept {
    struct stat about = {};
    return number >= 0 && fstat(number, &about) == 0
               ? kept_descriptor{number, about.st_dev, about.st_ino}
               : kept_descriptor();
  }
  /// Whether it is still that file's.
  [[nodiscard]] bool is_there() const noexcept {
    struct stat about = {};
    return number >= 0 && fstat(number, &about) == 0 && about.st_dev == device &&
           about.st_ino == inode;
  }
};

} // namespace cargo

#endif

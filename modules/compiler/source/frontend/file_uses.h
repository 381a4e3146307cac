// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_FILE_USES_H
#define FRONTEND_FILE_USES_H

#include "compiler_interface/request.h"

#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <map>

namespace compiler {

/// Where the headers are that are in no file; nothing on disk has this name.
inline constexpr char embedded_root[] = "/.lanewise/";

/// The type whose atomic_init Clang does not declare.
inline constexpr llvm::StringLiteral atomic_half = "atomic_half";

/// The inputs of a compilation outside of its request.
struct FileUses {
  std::map<std::string, FileUse> by_path;
  bool repeatable = true;
  bool needs_folder = false;    ///< the working directory's name is in what was made
  bool has_atomic_half = false; ///< a file names the type

  /// Into the answer: the files, the working directory if there are any, and whether it may be
  /// kept.
  void report_to(Response& response) const;
};

/// `below`, with every file and folder that is looked for noted in `uses`, which outlives it.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
record_file_uses(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below, FileUses& uses);

/// Notes expansions of __DATE__, __TIME__ and __TIMESTAMP__.
[[nodiscard]] std::unique_ptr<clang::PPCallbacks> record_time_uses(FileUses& uses);

} // namespace compiler

#endif

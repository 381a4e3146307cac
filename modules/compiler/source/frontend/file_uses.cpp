// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/file_uses.h"

#include <clang/Lex/Token.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace compiler {
namespace {

/// Records what is read of a file. A file that is not regular may have other contents the next
/// time.
class RecordedFile final : public llvm::vfs::File {
public:
  RecordedFile(std::unique_ptr<File> opened, FileUse& noted, FileUses& all)
      : file(std::move(opened)), use(noted), uses(all) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file->status(); }
  llvm::ErrorOr<std::string> getName() override { return file->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine& name, int64_t size, bool terminated, bool is_volatile) override {
    auto buffer = file->getBuffer(name, size, terminated, is_volatile);
    const auto about = file->status();
    if (!buffer || !about || !about->isRegularFile()) {
      uses.repeatable = false;
    } else {
      const llvm::StringRef contents = (*buffer)->getBuffer();
      use.hash = content_hash({contents.bytes_begin(), contents.size()});
      uses.has_atomic_half |= contents.contains(atomic_half);
    }
    return buffer;
  }
  std::error_code close() override { return file->close(); }

private:
  std::unique_ptr<File> file;
  FileUse& use;
  FileUses& uses;
};

class RecordingFileSystem final : public llvm::vfs::ProxyFileSystem {
public:
  RecordingFileSystem(llvm::IntrusiveRefCntPtr<FileSystem> below, FileUses& all)
      : ProxyFileSystem(std::move(below)), uses(all) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto about = ProxyFileSystem::status(path);
    note(path, !about                 ? FileUse::Kind::missing
               : about->isDirectory() ? FileUse::Kind::folder
                                      : FileUse::Kind::file);
    return about;
  }
  bool exists(const llvm::Twine& path) override { return !!status(path); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file) {
      static_cast<void>(status(path)); // a folder cannot be opened, but is not missing
      return file;
    }
    return std::make_unique<RecordedFile>(std::move(*file), note(path, FileUse::Kind::file), uses);
  }

  /// Of a process whose working directory has been removed, too: file systems laid over this one
  /// expect an answer. No relative path leads anywhere then, but might the next time.
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    auto folder = ProxyFileSystem::getCurrentWorkingDirectory();
    if (!folder) {
      uses.repeatable = false;
      return "/";
    }
    return folder;
  }

private:
  FileUse& note(const llvm::Twine& path, FileUse::Kind kind) {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    if (makeAbsolute(absolute)) {
      uses.repeatable = false;
    }
    FileUse& use = is_of_no_interest(absolute, kind) ? ignored : uses.by_path[absolute.str().str()];
    use.path = absolute.str();
    use.kind = kind;
    return use;
  }

  /// Facts that never change: that the working directory exists, and the embedded headers' folders
  /// do not.
  bool is_of_no_interest(llvm::StringRef path, FileUse::Kind kind) const {
    llvm::SmallString<256> plain(path);
    llvm::sys::path::remove_dots(plain, true);
    const auto here = getCurrentWorkingDirectory();
    return (kind == FileUse::Kind::folder && here && plain == *here) ||
           (kind == FileUse::Kind::missing && plain.starts_with(embedded_root));
  }

  FileUses& uses;
  FileUse ignored;
};

class TimeRecorder final : public clang::PPCallbacks {
public:
  explicit TimeRecorder(FileUses& all) : uses(all) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& /*definition*/,
                    clang::SourceRange /*range*/, const clang::MacroArgs* /*arguments*/) override {
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    if (text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__") {
      uses.repeatable = false;
    }
  }

private:
  FileUses& uses;
};

} // namespace

void FileUses::report_to(Response& response) const {
  response.repeatable = repeatable;
  for (const auto& [path, use] : by_path) {
    response.files.push_back(use);
  }
  llvm::SmallString<256> folder;
  if ((needs_folder || !response.files.empty()) && !llvm::sys::fs::current_path(folder)) {
    response.working_directory = folder.str();
  }
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
record_file_uses(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below, FileUses& uses) {
  return llvm::makeIntrusiveRefCnt<RecordingFileSystem>(std::move(below), uses);
}

std::unique_ptr<clang::PPCallbacks> record_time_uses(FileUses& uses) {
  return std::make_unique<TimeRecorder>(uses);
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "folder.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cache {
namespace {

constexpr std::string_view unfinished = "writing-"; ///< behind Folder::prefix
/// Writing an entry takes less time: an unfinished file that is older was left behind.
constexpr time_t unfinished_seconds = 600;
/// No entry is larger: a file that is was not written by us.
constexpr off_t largest_file = off_t(1) << 30;

/// Makes a folder and those above it. Errors show when it is opened.
void make_folders(std::string path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    path[slash] = 0;
    static_cast<void>(mkdir(path.c_str(), 0700));
    path[slash] = '/';
  }
  static_cast<void>(mkdir(path.c_str(), 0700));
}

/// While it lives, a file that grows beyond RLIMIT_FSIZE is an error and not a signal, which would
/// end the process.
class NoFileSizeSignal {
public:
  NoFileSizeSignal() {
    sigset_t pending;
    sigemptyset(&signal);
    sigaddset(&signal, SIGXFSZ);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &signal, &before);
  }
  NoFileSizeSignal(const NoFileSizeSignal&) = delete;
  ~NoFileSizeSignal() {
    if (!was_pending) {
      constexpr timespec no_time = {};
      while (sigtimedwait(&signal, nullptr, &no_time) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

private:
  sigset_t signal, before;
  bool was_pending;
};

bool write_all(int file, bytes_view data) {
  const NoFileSizeSignal quiet;
  while (!data.empty()) {
    const ssize_t written = ::write(file, data.data(), data.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    data = data.subspan(written < 0 ? 0 : static_cast<size_t>(written));
  }
  return true;
}

std::string unfinished_name() {
  static std::atomic<uint32_t> count = 0;
  return std::string(Folder::prefix).append(unfinished) + std::to_string(getpid()) + "-" +
         std::to_string(count++);
}

/// Whether it is a name that `unfinished_name` gives.
bool is_unfinished(std::string_view name) {
  constexpr std::string_view digits = "0123456789";
  if (!name.starts_with(Folder::prefix) ||
      !name.substr(Folder::prefix.size()).starts_with(unfinished)) {
    return false;
  }
  name.remove_prefix(Folder::prefix.size() + unfinished.size());
  const size_t dash = name.find('-');
  return dash != 0 && dash != std::string_view::npos && dash + 1 < name.size() &&
         name.substr(0, dash).find_first_not_of(digits) == std::string_view::npos &&
         name.substr(dash + 1).find_first_not_of(digits) == std::string_view::npos;
}

/// The reason why a folder must not be used, or an empty text.
std::string objection(int folder) {
  struct stat about = {};
  if (fstat(folder, &about) != 0) {
    return std::strerror(errno);
  }
  // A user who can write to the folder decides which code this process runs.
  if (about.st_uid != geteuid()) {
    return "it belongs to another user";
  }
  return about.st_mode & (S_IWGRP | S_IWOTH) ? "others may write it" : "";
}

/// A symbolic link as the last part of the path is followed if no other user can have put it there.
Descriptor open_folder(const std::string& path) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  const int direct = ::open(path.c_str(), flags | O_NOFOLLOW);
  struct stat link = {};
  if (direct >= 0 || lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode)) {
    return Descriptor(direct);
  }
  if (link.st_uid != geteuid() && link.st_uid != 0) {
    errno = ELOOP;
    return Descriptor(-1);
  }
  return Descriptor(::open(path.c_str(), flags));
}

} // namespace

cargo::expected<Folder, std::string> Folder::open(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return cargo::unexpected{"the cache folder " + path + " is not used: " + why};
  };
  make_folders(path);
  const Descriptor opened = open_folder(path);
  if (!opened) {
    return refuse(std::strerror(errno));
  }
  if (const std::string why = objection(opened.get()); !why.empty()) {
    return refuse(why);
  }
  return Folder(path);
}

Descriptor Folder::open_checked() const {
  Descriptor opened = open_folder(path);
  return opened && objection(opened.get()).empty() ? std::move(opened) : Descriptor(-1);
}

std::optional<bytes> Folder::read(const std::string& name) const {
  const Descriptor folder = open_checked();
  const Descriptor file(
      openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat about = {};
  if (!file || fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode) ||
      about.st_size > largest_file || about.st_uid != geteuid()) {
    return std::nullopt;
  }
  bytes data(static_cast<size_t>(about.st_size));
  if (!read_all(file.get(), data)) {
    return std::nullopt;
  }
  futimens(file.get(), nullptr); // which fails on read-only systems: then nothing is evicted either
  return data;
}

bool Folder::write(const std::string& name, bytes_view data) const {
  const Descriptor folder = open_checked();
  const std::string written = unfinished_name();
  const Descriptor file(
      openat(folder.get(), written.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) {
    return false;
  }
  if (!write_all(file.get(), data) ||
      renameat(folder.get(), written.c_str(), folder.get(), name.c_str()) != 0) {
    static_cast<void>(unlinkat(folder.get(), written.c_str(), 0));
    return false;
  }
  return true;
}

void Folder::remove(const std::string& name) const {
  const Descriptor folder = open_checked();
  static_cast<void>(unlinkat(folder.get(), name.c_str(), 0));
}

std::vector<Folder::Entry> Folder::list(bool (*is_entry)(std::string_view name)) const {
  std::vector<Entry> entries;
  const Descriptor folder = open_checked();
  // fdopendir takes over the descriptor that it is given.
  const int copy = openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const auto close_folder = [](DIR* open) { closedir(open); };
  const std::unique_ptr<DIR, decltype(close_folder)> contents(copy < 0 ? nullptr : fdopendir(copy),
                                                              close_folder);
  if (!contents) {
    if (copy >= 0) {
      close(copy);
    }
    return entries;
  }
  while (const dirent* found = readdir(contents.get())) {
    const std::string_view name = found->d_name;
    const bool left_behind = is_unfinished(name);
    struct stat about = {};
    if ((!left_behind && !is_entry(name)) ||
        fstatat(folder.get(), found->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(about.st_mode)) {
      continue;
    }
    if (!left_behind) {
      entries.push_back(
          {found->d_name, static_cast<uint64_t>(about.st_blocks) * 512, about.st_mtim});
    } else if (about.st_mtim.tv_sec + unfinished_seconds < time(nullptr)) {
      static_cast<void>(unlinkat(folder.get(), found->d_name, 0));
    }
  }
  return entries;
}

} // namespace cache

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

constexpr char unfinished_prefix[] = "writing-";
/// Nobody writes one entry for longer: what is older was left behind.
constexpr time_t unfinished_seconds = 600;
/// No entry is larger: a file that is was not written by us.
constexpr off_t largest_file = off_t(1) << 30;

/// Makes a folder and those above it. What goes wrong shows when it is opened.
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
  return unfinished_prefix + std::to_string(getpid()) + "-" + std::to_string(count++);
}

} // namespace

cargo::expected<Folder, std::string> Folder::open(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return cargo::unexpected{"the cache folder " + path + " is not used: " + why};
  };
  make_folders(path);
  Descriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) {
    return refuse(std::strerror(errno));
  }
  struct stat about = {};
  if (fstat(opened.get(), &about) != 0) {
    return refuse(std::strerror(errno));
  }
  // Whoever can write there decides what code this process runs.
  if (about.st_uid != geteuid()) {
    return refuse("it belongs to another user");
  }
  if (about.st_mode & (S_IWGRP | S_IWOTH)) {
    return refuse("others may write it");
  }
  return Folder(std::move(opened));
}

std::optional<bytes> Folder::read(const std::string& name) const {
  const Descriptor file(
      openat(descriptor.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
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
  const std::string unfinished = unfinished_name();
  const Descriptor file(
      openat(descriptor.get(), unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) {
    return false;
  }
  if (!write_all(file.get(), data) ||
      renameat(descriptor.get(), unfinished.c_str(), descriptor.get(), name.c_str()) != 0) {
    remove(unfinished);
    return false;
  }
  return true;
}

void Folder::remove(const std::string& name) const {
  static_cast<void>(unlinkat(descriptor.get(), name.c_str(), 0));
}

std::vector<Folder::Entry> Folder::list() const {
  std::vector<Entry> entries;
  // Opened anew: a copy of the descriptor would share its position with other threads.
  const int copy = openat(descriptor.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const auto close_folder = [](DIR* folder) { closedir(folder); };
  const std::unique_ptr<DIR, decltype(close_folder)> folder(copy < 0 ? nullptr : fdopendir(copy),
                                                            close_folder);
  if (!folder) {
    return entries;
  }
  while (const dirent* found = readdir(folder.get())) {
    struct stat about = {};
    if (fstatat(descriptor.get(), found->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(about.st_mode)) {
      continue;
    }
    if (!std::string_view(found->d_name).starts_with(unfinished_prefix)) {
      entries.push_back(
          {found->d_name, static_cast<uint64_t>(about.st_blocks) * 512, about.st_mtim});
    } else if (about.st_mtim.tv_sec + unfinished_seconds < time(nullptr)) {
      remove(found->d_name);
    }
  }
  return entries;
}

} // namespace cache

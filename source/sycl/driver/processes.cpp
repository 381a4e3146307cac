// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "processes.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace oclsycl {

namespace {

/// As run_all, for one.
int run(const std::vector<std::string>& command, const std::string& file) {
  const pid_t process = start(command, file);
  if (process < 0) {
    std::fprintf(stderr, "oclsycl++: error: cannot run %s: %s\n", command[0].c_str(),
                 std::strerror(errno));
    return 1;
  }
  return wait_for(process);
}

bool is_plain(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_=+./:,@%";
  return !word.empty() && word.find_first_not_of(plain) == std::string_view::npos;
}

} // namespace

std::string quoted(const std::vector<std::string>& command) {
  std::string line;
  for (const std::string& word : command) {
    line += line.empty() ? "" : " ";
    if (is_plain(word)) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char letter : word) {
      line += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    line += '\'';
  }
  return line;
}

std::vector<char*> words_of_program(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  return words;
}

pid_t start(const std::vector<std::string>& command, const std::string& file) {
  const std::vector<char*> words = words_of_program(command);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!file.empty()) {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, file.c_str(), O_WRONLY | O_CREAT,
                                     S_IRUSR | S_IWUSR);
  }
  pid_t process = 0;
  const int error = posix_spawnp(&process, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? process : -1;
}

int status_of(int waited) {
  constexpr int by_signal = 128;
  return WIFEXITED(waited) ? WEXITSTATUS(waited) : by_signal + WTERMSIG(waited);
}

int wait_for(pid_t process) {
  int waited = 0;
  while (waitpid(process, &waited, 0) < 0 && errno == EINTR) {
  }
  return status_of(waited);
}

int run_all(const std::vector<std::vector<std::string>>& commands) {
  for (const std::vector<std::string>& command : commands) {
    if (const int status = run(command, "")) {
      return status;
    }
  }
  return 0;
}

int run_quietly(const std::vector<std::string>& command, const std::string& file) {
  return run(command, file);
}

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string made = (error ? "/tmp" : parent.string()) + "/oclsycl-XXXXXX";
  if (mkdtemp(made.data())) {
    folder = made;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  if (!folder.empty()) {
    std::filesystem::remove_all(folder, error);
  }
}

} // namespace oclsycl

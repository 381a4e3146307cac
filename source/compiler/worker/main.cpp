// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A child that compiles for its parent (LANEWISE_COMPILER=process), which it speaks with through
// standard input, a socket: compiles what comes until the parent is gone, or a build has failed.
#include "compiler_interface/build_id.h"
#include "compiler_interface/channel.h"
#include "compiler_interface/loader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace {

using namespace compiler;

constexpr int parent = STDIN_FILENO;

/// The parent's variables LANEWISE_*, except for those that are not for a child: where its own
/// trace goes, and that it be asked. Crashes end the child; the parent says so.
void take_over(const std::vector<std::string>& variables) {
  std::vector<std::string> here;
  for (char** variable = environ; variable && *variable; ++variable) {
    if (std::strncmp(*variable, "LANEWISE_", 9) == 0) {
      here.emplace_back(*variable, std::strcspn(*variable, "="));
    }
  }
  for (const std::string& name : here) {
    unsetenv(name.c_str());
  }
  for (const std::string& variable : variables) {
    const size_t sign = variable.find('=');
    setenv(variable.substr(0, sign).c_str(), variable.c_str() + sign + 1, 1);
  }
  for (const char* name : {"LANEWISE_COMPILER", "LANEWISE_TRACE", "LANEWISE_TRACE_CALLS"}) {
    unsetenv(name);
  }
  setenv("LANEWISE_FAULTS", "abort", 1);
}

/// Whether a build that took too long still goes on, on a thread of its own: beside this one there
/// is one that waits for the next job (job_thread.h).
bool has_other_threads() {
  std::error_code error;
  const std::filesystem::directory_iterator threads("/proc/self/task", error);
  return !error && std::distance(begin(threads), end(threads)) > 2;
}

Response answer(const Errand& errand) {
  std::error_code error;
  std::filesystem::current_path(errand.folder, error); // without it, no file was ever found either
  const auto request = read_request(errand.request);
  return request ? run(*request)
                 : refusal(Status::internal_error, "error: " + request.error() + "\n");
}

/// Whether there is more to do.
bool serve_request() {
  const auto message = receive_message(parent);
  const auto errand = message ? read_errand(*message) : std::nullopt;
  if (!errand) {
    return false;
  }
  take_over(errand->variables);
  const Response response = answer(*errand);
  // A job that failed may have left locks held, so the process ends.
  const bool stays = response.status == Status::success && !has_other_threads();
  return send_message(parent, write(Reply{stays, write(response)})) && stays;
}

} // namespace

int main() {
  // The application waits for the process that it started, and must not meet another one of ours
  // when it waits for its children.
  if (const pid_t child = fork(); child != 0) {
    _exit(child < 0);
  }
  close_range(STDERR_FILENO + 1, ~0U, 0);
  take_over({});
  if (!send_message(parent, write(Greeting{std::string(build_id), getpid()}))) {
    return 1;
  }
  while (serve_request()) {
  }
  _exit(0); // jobs may be at work
}

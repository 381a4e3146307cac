// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parallel.h"

#include "jobs.h"
#include "processes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sched.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace oclsycl {

namespace {

size_t count_cpus() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<size_t>(CPU_COUNT(&set)) : 1;
}

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

constinit volatile std::sig_atomic_t caught = 0;

/// Notes the signals that end a program, for as long as it lives, and then lets them end this one.
class Signals {
public:
  Signals() {
    struct sigaction noting = {};
    noting.sa_handler = [](int number) { caught = number; };
    for (size_t i = 0; i < numbers.size(); ++i) {
      sigaction(numbers[i], nullptr, &before[i]);
      if (before[i].sa_handler != SIG_IGN) {
        sigaction(numbers[i], &noting, nullptr);
      }
    }
  }
  ~Signals() {
    for (size_t i = 0; i < numbers.size(); ++i) {
      sigaction(numbers[i], &before[i], nullptr);
    }
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

private:
  static constexpr std::array numbers = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before;
};

class Run {
public:
  Run(const std::vector<Job>& all_jobs, const std::string& for_files)
      : jobs(all_jobs), folder(for_files), states(all_jobs.size()), cpus(count_cpus()) {}

  std::optional<int> to_the_end() {
    if (!make_pipes()) {
      return std::nullopt;
    }
    while (!caught && start_ready() && wait_for_one()) {
    }
    stop_from(0); // if a signal has come
    const int status = failed < jobs.size() ? states[failed].status : success;
    if (caught || (status != success && status != failure)) {
      return std::nullopt; // it crashed, or cannot run
    }
    for (size_t i = 0; i < jobs.size() && i <= failed; ++i) {
      std::fputs(contents(said_by(i)).c_str(), stderr);
    }
    return status;
  }

private:
  static constexpr int success = 0, failure = 1, cannot_run = 255;
  enum class Step { waiting, running, done };
  struct State {
    Step step = Step::waiting;
    pid_t process = 0;
    int status = success;
  };

  [[nodiscard]] std::string said_by(size_t job) const {
    return folder + "/said-" + std::to_string(job);
  }

  /// What a job awaits comes through a pipe in the place of the file.
  [[nodiscard]] bool make_pipes() const {
    return std::ranges::all_of(jobs, [&](const Job& job) {
      return std::ranges::all_of(job.awaits, [&](size_t other) {
        return mkfifo(jobs[other].output.c_str(), S_IRUSR | S_IWUSR) == 0;
      });
    });
  }

  [[nodiscard]] bool is_done(size_t job) const { return states[job].step == Step::done; }
  [[nodiscard]] bool has_begun(size_t job) const { return states[job].step != Step::waiting; }
  [[nodiscard]] bool fills_pipe(size_t job) const {
    return std::ranges::any_of(jobs, [&](const Job& other) {
      return std::ranges::find(other.awaits, job) != other.awaits.end();
    });
  }

  /// A job that waits at a pipe may take a CPU's place only if those before the pipe have theirs.
  [[nodiscard]] bool is_ready(size_t job) const {
    return !has_begun(job) &&
           std::ranges::all_of(jobs[job].needs, [&](size_t i) { return is_done(i); }) &&
           std::ranges::all_of(jobs[job].awaits, [&](size_t i) {
             return std::ranges::all_of(jobs[i].needs, [&](size_t j) { return has_begun(j); });
           });
  }

  [[nodiscard]] size_t count_running() const {
    return static_cast<size_t>(std::ranges::count(states, Step::running, &State::step));
  }

  /// Starts jobs that Clang would come to. Returns whether any runs.
  bool start_ready() {
    for (size_t i = 0; i < failed && i < jobs.size(); ++i) {
      if (is_ready(i) && (count_running() < cpus || fills_pipe(i))) {
        states[i].process = start(jobs[i].command, said_by(i));
        states[i].step = Step::running;
        if (states[i].process < 0) {
          end(i, cannot_run);
        }
      }
    }
    return count_running() > 0;
  }

  /// Returns whether to go on.
  bool wait_for_one() {
    int status = 0;
    const pid_t process = waitpid(-1, &status, 0);
    if (process < 0) {
      return errno == EINTR;
    }
    const auto one = std::ranges::find(states, process, &State::process);
    if (one != states.end()) { // not somebody else's child, from before this program
      end(static_cast<size_t>(one - states.begin()), status_of(status));
    }
    return true;
  }

  void end(size_t job, int status) {
    states[job].step = Step::done;
    states[job].status = status;
    if (status == success || job >= failed) {
      return;
    }
    // Clang would come no further than here. What goes before it goes on, but for what fills its
    // pipe.
    failed = job;
    stop_from(job + 1);
    for (const size_t before : jobs[job].awaits) {
      stop(before);
    }
  }

  void stop_from(size_t first) {
    for (size_t i = first; i < jobs.size(); ++i) {
      stop(i);
    }
  }
  void stop(size_t job) {
    State& one = states[job];
    if (one.step == Step::running) {
      kill(one.process, SIGTERM);
      static_cast<void>(wait_for(one.process));
    }
    one.step = Step::done;
  }

  const std::vector<Job>& jobs;
  const std::string& folder;
  std::vector<State> states;
  const size_t cpus;
  size_t failed = SIZE_MAX; ///< the first job in Clang's order that has
};

/// What Clang says with -###; its temporary files would be in the folder.
std::string ask(const Command& clang, const std::string& folder) {
  Command command = clang;
  command.insert(command.begin() + 1, "-###");
  if (isatty(STDERR_FILENO)) { // which jobs do not see, but may be told otherwise behind it
    command.insert(command.begin() + 1, "-fcolor-diagnostics");
  }
  const std::string file = folder + "/jobs";
  return run_quietly(command, file) == 0 ? contents(file) : "";
}

} // namespace

bool may_run_in_parallel(const Options& options) {
  const Mode mode = mode_of(options.words);
  const auto has = [&](std::string_view beginning) {
    return std::ranges::any_of(
        options.words, [&](const std::string& word) { return word.starts_with(beginning); });
  };
  const bool compiles =
      mode.has_input && (mode.links || mode.option == "-c" || mode.option == "-fsyntax-only");
  const bool reads_input = std::ranges::find(options.words, "-") != options.words.end();
  const char* make = std::getenv("MAKEFLAGS");
  const bool is_filled = make && std::string_view(make).find("jobserver") != std::string_view::npos;
  // What is said while jobs run, or stays of them, is Clang's matter.
  return compiles && !options.print_only && !reads_input && mode.output != "-" && !has("-v") &&
         !has("-###") && !has("-save-temps") && !has("--save-temps") && !has("-ftime-report") &&
         !is_filled && count_cpus() > 1;
}

std::optional<int> run_in_parallel(const Command& clang) {
  std::optional<int> status;
  {
    const Signals signals;
    const TemporaryFolder temporary;
    const std::string& folder = temporary.path();
    if (folder.empty()) {
      return std::nullopt;
    }
    const char* given = std::getenv("TMPDIR");
    const std::string before = given ? given : "";
    setenv("TMPDIR", folder.c_str(), 1);
    const std::vector<Job> jobs = read_jobs(ask(clang, folder));
    if (!caught && have_parallel_passes(jobs)) {
      status = Run(jobs, folder).to_the_end();
    }
    if (given) {
      setenv("TMPDIR", before.c_str(), 1);
    } else {
      unsetenv("TMPDIR");
    }
  }
  if (caught) {
    std::raise(caught);
  }
  return status;
}

} // namespace oclsycl

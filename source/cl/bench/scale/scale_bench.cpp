// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How launches scale with cores (doc/scale.md): for each number of threads, in a process of its
// own, what a launch costs that all take part in, how much faster they compute, which part of
// STREAM's bandwidth they reach, and how many launches many application threads make.
#include "options.h"
#include "scale/scale_rows.h"

#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

/// 1, 2, 4, ... and all.
std::vector<unsigned> counts_up_to(unsigned all) {
  std::vector<unsigned> counts;
  for (unsigned count = 1; count < all; count *= 2) {
    counts.push_back(count);
  }
  counts.push_back(all);
  return counts;
}

/// Such as 1,2,4; empty if it is something else.
std::vector<unsigned> parse_counts(const char* text) {
  std::vector<unsigned> counts;
  for (char* end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end) {
    counts.push_back(unsigned(std::strtoul(text, &end, 10)));
    if (end == text || counts.back() == 0) {
      return {};
    }
  }
  return counts;
}

/// The driver makes its threads once in a process, so each count has one.
int run_in_child(const std::string& library, unsigned threads, const std::string& filter,
                 ScaleSession::Base& base) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    setenv("LANEWISE_NUM_THREADS", std::to_string(threads).c_str(), 1);
    int code = 0;
    {
      const ScaleSession session(library, threads, base);
      code = run_scale_rows(session, filter) ? 0 : 1;
    }
    std::fflush(stdout);
    _exit(code);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

int main(int argc, char** argv) {
  std::string library = LANEWISE_LIBCL, filter;
  std::vector<unsigned> counts = counts_up_to(std::max(std::thread::hardware_concurrency(), 1u));
  const auto set_threads = [&](const std::string& list) {
    counts = parse_counts(list.c_str());
    return !counts.empty();
  };
  if (!parse_options(
          argc, argv,
          "Measures launches on several numbers of threads, each in a process of its own.\n"
          "doc/scale.md says what the rows are.",
          {{"threads", "numbers of threads, such as 1,2,4 (1, 2, 4, ... and all cores)",
            set_threads},
           text_option("library", "the libCL.so to measure (that of the build)", library),
           text_option("filter", "a part of the names of the rows to run (all)", filter)})) {
    return 2;
  }
  std::printf("%-28s %7s %12s %-22s %s\n", "row", "threads", "measured", "unit", "mark");
  auto* base = static_cast<ScaleSession::Base*>(mmap(nullptr, sizeof(ScaleSession::Base),
                                                     PROT_READ | PROT_WRITE,
                                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (base == MAP_FAILED) {
    std::perror("scale_bench: error: mmap");
    return 2;
  }
  int code = 0;
  for (const unsigned count : counts) {
    code |= run_in_child(library, count, filter, *base);
  }
  return code;
}

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "jobs.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace oclsycl {

namespace {

/// The words of a line, each in quotation marks with backslashes before what means something else.
std::optional<Command> read_words(std::string_view line) {
  Command words;
  size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    if (line[at] != '"') {
      return std::nullopt;
    }
    std::string word;
    for (++at; at < line.size() && line[at] != '"'; ++at) {
      if (line[at] == '\\' && at + 1 < line.size()) {
        ++at;
      }
      word += line[at];
    }
    if (at == line.size()) {
      return std::nullopt;
    }
    ++at;
    words.push_back(std::move(word));
  }
  return words;
}

std::string output_of(const Command& command) {
  const auto option = std::ranges::find(command, "-o");
  return option == command.end() || option + 1 == command.end() ? "" : *(option + 1);
}

/// Says of a job which of the earlier ones it reads from.
void connect(Job& job, const std::vector<Job>& earlier) {
  constexpr std::string_view embeds = "-fembed-offload-object=";
  for (size_t i = 0; i < earlier.size(); ++i) {
    const std::string& file = earlier[i].output;
    if (file.empty() || file == job.output) {
      continue;
    }
    bool reads = false, reads_late = false;
    for (const std::string& word : job.command) {
      reads_late = reads_late || (word.starts_with(embeds) && word.substr(embeds.size()) == file);
      reads = reads || (!word.starts_with(embeds) && word.find(file) != std::string::npos);
    }
    if (reads) {
      job.needs.push_back(i);
    } else if (reads_late) {
      job.awaits.push_back(i);
    }
  }
}

} // namespace

std::vector<Job> read_jobs(const std::string& text) {
  std::vector<Job> jobs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(" \"")) {
      continue;
    }
    auto words = read_words(line);
    if (!words || words->empty()) {
      return {};
    }
    Job job;
    job.output = output_of(*words);
    job.command = std::move(*words);
    connect(job, jobs);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

bool have_parallel_passes(const std::vector<Job>& jobs) {
  return std::ranges::count_if(jobs, [](const Job& job) {
           return job.command.size() > 1 && job.command[1] == "-cc1";
         }) > 1;
}

} // namespace oclsycl

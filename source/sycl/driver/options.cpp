// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

namespace oclsycl {

namespace {

/// Options of DPC++ that ask for the default, or that have no effect here.
constexpr std::array<std::string_view, 7> accepted = {
    "-fsycl",
    "-fsycl-unnamed-lambda",
    "-fsycl-id-queries-fit-in-int",
    "-fno-sycl-id-queries-fit-in-int",
    "-fsycl-early-optimizations",
    "-flink-huge-device-code",
    "-fpreview-breaking-changes",
};

/// As the first argument: a compiler's whole command follows. This program takes its place, or lets
/// it compile for the host.
constexpr std::string_view instead_option = "--instead-of";
constexpr std::string_view beside_option = "--beside";

constexpr std::string_view split_option = "-fsycl-device-code-split";
constexpr std::string_view no_split_option = "-fno-sycl-device-code-split";

/// With `=` and a target, or for all; the next word is the value.
constexpr std::string_view backend_option = "-Xsycl-target-backend";

/// The error is a sentence.
using Result = cargo::expected<bool, std::string>;
using Taker = Result (*)(Options&, std::string_view value, const std::string& word);

bool contains(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// The words of a text with spaces between them; quotes keep spaces in a word.
std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool begun = false;
  for (const char letter : text) {
    if (quote ? letter == quote : letter == '"' || letter == '\'') {
      quote = quote ? 0 : letter;
      begun = true;
    } else if (!quote && std::isspace(static_cast<unsigned char>(letter))) {
      if (begun) {
        words.push_back(std::move(word));
      }
      word.clear();
      begun = false;
    } else {
      word += letter;
      begun = true;
    }
  }
  if (begun) {
    words.push_back(std::move(word));
  }
  return words;
}

Result take_targets(Options& options, std::string_view list, const std::string&) {
  auto targets = read_targets(list);
  if (!targets) {
    return cargo::unexpected(targets.error());
  }
  options.targets = std::move(*targets);
  return true;
}

/// An image is built as a whole when one of its kernels is first launched; so the kernels of one
/// source are together if it is not said, and those of others do not wait.
Result take_split(Options& options, std::string_view mode, const std::string& word) {
  if (mode != "auto" && mode != "per_source" && mode != "per_kernel" && mode != "off") {
    return cargo::unexpected("expected '-fsycl-device-code-split=' and off, per_source, "
                             "per_kernel or auto; found '" +
                             word + "'");
  }
  options.split = mode == "auto" ? "per_source" : mode;
  return true;
}

Result take_host_compiler(Options& options, std::string_view program, const std::string& word) {
  if (program.empty()) {
    return cargo::unexpected("expected '-fsycl-host-compiler=' and a compiler; found '" + word +
                             "'");
  }
  options.host_compiler = program;
  return true;
}

Result take_host_options(Options& options, std::string_view text, const std::string&) {
  for (std::string& word : split_words(text)) {
    options.host_options.push_back(std::move(word));
  }
  return true;
}

Result take_device_link(Options& options, std::string_view value, const std::string& word) {
  if (!value.empty() && value != "=image") {
    return cargo::unexpected("expected '-fsycl-link' or '-fsycl-link=image'; found '" + word + "'");
  }
  options.links_device_alone = true;
  return true;
}

Result refuse(Options&, std::string_view, const std::string& word) {
  return cargo::unexpected("'" + word + "' is not implemented in this version of oclsycl++");
}

/// An option that begins with `name`; what follows is its value.
struct Row {
  std::string_view name;
  Taker take;
};
constexpr Row rows[] = {
    {"-fsycl-targets=", take_targets},
    {"-fsycl-device-code-split=", take_split},
    {"-fsycl-host-compiler=", take_host_compiler},
    {"-fsycl-host-compiler-options=", take_host_options},
    {"-fno-sycl", refuse},
    {"-fsycl-link", take_device_link},
    {"-Xsycl-target", refuse}, // others than backend_option
};

} // namespace

cargo::expected<Options, std::string> read_options(const std::vector<std::string>& arguments) {
  Options options;
  struct BackendOption {
    std::string_view target;
    std::string_view text;
  };
  std::vector<BackendOption> backend_options; // targets may follow them
  const std::string_view first = arguments.empty() ? std::string_view() : arguments.front();
  const bool in_command = first == instead_option || first == beside_option;
  if (first == beside_option && arguments.size() > 1) {
    options.host_compiler = arguments[1];
  }
  for (size_t i = in_command ? 2 : 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (contains(accepted, word)) {
      continue;
    }
    if (word == "--print-commands") {
      options.print_only = true;
      continue;
    }
    if (word == no_split_option || word == split_option) {
      options.split = word == no_split_option ? "off" : "per_source";
      continue;
    }
    if (word.starts_with(backend_option) && i + 1 < arguments.size()) {
      std::string_view target = std::string_view(word).substr(backend_option.size());
      target.remove_prefix(target.empty() ? 0 : 1);
      backend_options.push_back({target, arguments[++i]});
      continue;
    }
    const auto* const row =
        std::ranges::find_if(rows, [&](const Row& one) { return word.starts_with(one.name); });
    if (row == std::end(rows)) {
      options.words.push_back(word);
    } else if (const Result taken =
                   row->take(options, std::string_view(word).substr(row->name.size()), word);
               !taken) {
      return cargo::unexpected(taken.error());
    }
  }
  for (const BackendOption& one : backend_options) {
    auto targets = with_options(std::move(options.targets), one.target, one.text);
    if (!targets) {
      return cargo::unexpected(targets.error());
    }
    options.targets = std::move(*targets);
  }
  return options;
}

} // namespace oclsycl

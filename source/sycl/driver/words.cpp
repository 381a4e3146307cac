// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "words.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace oclsycl {

namespace {

/// How an option's name stands in a word.
enum class Form {
  word,   ///< is the word
  value,  ///< is the word, and the next word is its value
  begins, ///< begins the word
  either, ///< begins the word, or is it and the next word is the value
  family, ///< begins the word, and the next word is the value
};
struct Row {
  std::string_view name;
  Form form;
  Kind kind;
};
/// The first row that fits counts. Other options are Kind::compile, of one word.
constexpr Row rows[] = {
    {"-c", Form::word, Kind::mode},
    {"-S", Form::word, Kind::mode},
    {"-E", Form::word, Kind::mode},
    {"-M", Form::word, Kind::mode},
    {"-MM", Form::word, Kind::mode},
    {"-fsyntax-only", Form::word, Kind::mode},
    {"-fsycl-device-only", Form::word, Kind::mode},
    {"-fsycl-host-only", Form::word, Kind::mode},
    {"--precompile", Form::word, Kind::mode},
    {"-o", Form::either, Kind::output},
    {"-x", Form::either, Kind::language},
    {"-MD", Form::word, Kind::dependency},
    {"-MMD", Form::word, Kind::dependency},
    {"-MP", Form::word, Kind::dependency},
    {"-MG", Form::word, Kind::dependency},
    {"-MF", Form::either, Kind::dependency},
    {"-MT", Form::either, Kind::dependency},
    {"-MQ", Form::either, Kind::dependency},
    {"-MJ", Form::either, Kind::clang_only},
    {"-save-temps", Form::begins, Kind::save},
    {"--save-temps", Form::begins, Kind::save},
    {"-Xclang", Form::value, Kind::clang_only},
    {"-mllvm", Form::value, Kind::clang_only},
    {"-Xarch_", Form::family, Kind::clang_only},
    {"-Xoffload-linker", Form::family, Kind::clang_only},
    {"-fsycl", Form::begins, Kind::clang_only},
    {"-sycl-std=", Form::begins, Kind::clang_only},
    {"--offload", Form::begins, Kind::clang_only},
    {"--no-offload", Form::begins, Kind::clang_only},
    {"-fplugin", Form::begins, Kind::clang_only},
    {"-fpass-plugin=", Form::begins, Kind::clang_only},
    {"--start-no-unused-arguments", Form::word, Kind::clang_only},
    {"--end-no-unused-arguments", Form::word, Kind::clang_only},
    {"-Qunused-arguments", Form::word, Kind::clang_only},
    {"-fcolor-diagnostics", Form::word, Kind::clang_only},
    {"-fno-color-diagnostics", Form::word, Kind::clang_only},
    {"-target", Form::value, Kind::clang_only},
    {"--target=", Form::begins, Kind::clang_only},
    {"-include-pch", Form::value, Kind::clang_only},
    {"-D", Form::either, Kind::compile},
    {"-U", Form::either, Kind::compile},
    {"-include", Form::value, Kind::compile},
    {"-imacros", Form::value, Kind::compile},
    {"-isystem", Form::either, Kind::compile},
    {"-iquote", Form::either, Kind::compile},
    {"-idirafter", Form::either, Kind::compile},
    {"-isysroot", Form::value, Kind::compile},
    {"-I", Form::either, Kind::compile},
    {"--param", Form::value, Kind::compile},
    {"-Xpreprocessor", Form::value, Kind::compile},
    {"-Xassembler", Form::value, Kind::compile},
    {"-Wl,", Form::begins, Kind::link},
    {"-Xlinker", Form::value, Kind::link},
    {"-L", Form::either, Kind::link},
    {"-l", Form::either, Kind::link},
    {"-T", Form::either, Kind::link},
    {"-u", Form::value, Kind::link},
    {"-z", Form::value, Kind::link},
    {"-shared", Form::word, Kind::link},
    {"-static", Form::begins, Kind::link},
    {"-rdynamic", Form::word, Kind::link},
    {"-pie", Form::word, Kind::link},
    {"-no-pie", Form::word, Kind::link},
    {"-nostartfiles", Form::word, Kind::link},
    {"-nodefaultlibs", Form::word, Kind::link},
    {"-fuse-ld=", Form::begins, Kind::link},
    {"-s", Form::word, Kind::link},
    {"-r", Form::word, Kind::link},
};

/// With one of these modes nothing is linked. Clang links what -fsycl-host-only compiles.
constexpr std::string_view linking_mode = "-fsycl-host-only";

constexpr std::array<std::string_view, 9> source_extensions = {".cpp", ".cc",  ".cxx", ".C", ".c++",
                                                               ".cp",  ".CPP", ".c",   ".ii"};

bool fits(const Row& row, std::string_view word) {
  return row.form == Form::word || row.form == Form::value ? word == row.name
                                                           : word.starts_with(row.name);
}

bool takes_next(const Row& row, std::string_view word) {
  return row.form == Form::value || row.form == Form::family ||
         (row.form == Form::either && word == row.name);
}

bool is_source(const std::string& word, std::string_view language) {
  const std::string extension = std::filesystem::path(word).extension().string();
  return language.empty() || language == "none"
             ? std::ranges::find(source_extensions, extension) != source_extensions.end()
             : language.starts_with("c");
}

} // namespace

std::vector<Argument> read_arguments(const std::vector<std::string>& words) {
  std::vector<Argument> arguments;
  std::string language;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    Argument& argument = arguments.emplace_back();
    argument.words.push_back(word);
    if (!word.starts_with('-') || word == "-") {
      argument.kind = is_source(word, language) ? Kind::source : Kind::input;
      continue;
    }
    const auto* const row =
        std::ranges::find_if(rows, [&](const Row& one) { return fits(one, word); });
    if (row == std::end(rows)) {
      continue;
    }
    argument.kind = row->kind;
    if (takes_next(*row, word) && i + 1 < words.size()) {
      argument.words.push_back(words[++i]);
    }
    if (row->kind == Kind::language) {
      language = argument.words.size() > 1 ? argument.words[1] : word.substr(row->name.size());
    }
  }
  return arguments;
}

std::vector<std::string> words_of(const std::vector<Argument>& arguments,
                                  const std::vector<Kind>& kinds) {
  std::vector<std::string> words;
  for (const Argument& one : arguments) {
    if (one.kind == Kind::compile || std::ranges::find(kinds, one.kind) != kinds.end()) {
      words.insert(words.end(), one.words.begin(), one.words.end());
    }
  }
  return words;
}

Mode mode_of(const std::vector<std::string>& words) {
  Mode mode;
  for (const Argument& argument : read_arguments(words)) {
    if (argument.kind == Kind::mode && argument.words[0] != linking_mode) {
      mode.links = false;
      mode.option = argument.words[0];
    } else if (argument.kind == Kind::output) {
      mode.output = argument.words.size() > 1 ? argument.words[1] : argument.words[0].substr(2);
    }
    mode.has_input =
        mode.has_input || argument.kind == Kind::source || argument.kind == Kind::input;
  }
  return mode;
}

bool saves_stages(const std::vector<std::string>& words) {
  return std::ranges::any_of(read_arguments(words),
                             [](const Argument& argument) { return argument.kind == Kind::save; });
}

} // namespace oclsycl

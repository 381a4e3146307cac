// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.h"

#include "compiler_interface/option_help.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace clc {
namespace {

/// clc's own options: a flag, or a text that the next word or the same one ("--output=x") gives.
struct CommandOption {
  const char* name;
  const char* alias;
  bool CommandLine::* flag;
  std::string CommandLine::* text;
  const char* help;
  bool joined = false; ///< as other compilers take it: "-ox" is "-o x"
};

constexpr std::array rows = {
    CommandOption{"-h", "--help", &CommandLine::help, nullptr, "show this help"},
    CommandOption{"--version", "", &CommandLine::version, nullptr, "show the version"},
    CommandOption{"--list-devices", "", &CommandLine::list_devices, nullptr,
                  "show the devices that can be compiled for"},
    CommandOption{"-v", "--verbose", &CommandLine::verbose, nullptr, "say what is done"},
    CommandOption{"-o", "--output", nullptr, &CommandLine::output,
                  "<file> where the binary goes; by default <input>.bin in this folder", true},
    CommandOption{"-d", "--device", nullptr, &CommandLine::device,
                  "<name> device to compile for; by default host"},
    CommandOption{
        "-x", "--language", nullptr, &CommandLine::language,
        "<language> of the inputs: cl or spirv; by default SPIR-V is known by its first word"},
};

/// A line for an option and its description, which goes on in further lines where it is long.
std::string help_line(const std::string& name, const std::string& help) {
  constexpr size_t column = 44, width = 120;
  const std::string indent = "\n" + std::string(column, ' ');
  std::string text = "  " + name;
  text += text.size() < column ? std::string(column - text.size(), ' ') : indent;
  size_t used = column; // of the line
  for (size_t begin = 0; begin < help.size();) {
    const size_t end = std::min(help.find(' ', begin), help.size());
    if (used + 1 + end - begin > width) {
      text += indent;
      used = column;
    } else if (used > column) {
      text += " ";
      ++used;
    }
    text += help.substr(begin, end - begin);
    used += end - begin;
    begin = end + 1;
  }
  return text + "\n";
}

/// Whether the word after this build option belongs to it.
bool takes_next_word(const std::string& word, const std::vector<compiler::TargetInfo>& targets) {
  if (word == "-D" || word == "-I") {
    return true;
  }
  return std::any_of(targets.begin(), targets.end(), [&](const compiler::TargetInfo& target) {
    return std::any_of(target.options.begin(), target.options.end(), [&](const auto& option) {
      return option.takes_value && option.name == word;
    });
  });
}

/// The part of `word` that is the value of `row`, if both are one word.
std::optional<std::string> joined_value(const CommandOption& row, const std::string& word) {
  const std::string long_form = std::string(row.alias) + "=";
  if (row.text && word.starts_with(long_form)) {
    return word.substr(long_form.size());
  }
  const std::string short_form = row.name;
  return row.joined && word.starts_with(short_form) ? std::optional(word.substr(short_form.size()))
                                                    : std::nullopt;
}

/// Walks the words of the command line.
class Parser {
public:
  Parser(const std::vector<std::string>& words_, const std::vector<compiler::TargetInfo>& targets_)
      : words(words_), targets(targets_) {}

  cargo::expected<CommandLine, std::string> parse() {
    for (; next < words.size(); ++next) {
      const std::string& word = words[next];
      if (word == "--") {
        line.inputs.insert(line.inputs.end(), words.begin() + long(next) + 1, words.end());
        break;
      }
      if (word == "-" || !word.starts_with("-")) {
        line.inputs.push_back(word);
      } else if (auto done = take_option(word); !done) {
        return cargo::unexpected{std::move(done).error()};
      }
    }
    return std::move(line);
  }

private:
  cargo::result<std::string> take_option(const std::string& word) {
    for (const CommandOption& row : rows) {
      if (word == row.name || word == row.alias) {
        return row.flag ? set(row) : set(row, word, next_word());
      }
      if (auto value = joined_value(row, word)) {
        return set(row, word, std::move(value));
      }
    }
    std::string option = quote(word);
    if (takes_next_word(word, targets)) {
      const auto value = next_word();
      if (!value) {
        return lacks_value(word);
      }
      option += " " + quote(*value);
    }
    const bool compiles = compiler::option_concerns(word, compiler::Operation::compile);
    if (compiles) {
      line.compile_options += option + " ";
    }
    if (compiler::option_concerns(word, compiler::Operation::link)) {
      line.link_options += option + " ";
    }
    line.link_apart |= !compiles;
    return cargo::success{};
  }

  cargo::result<std::string> set(const CommandOption& row) {
    line.*row.flag = true;
    return cargo::success{};
  }
  cargo::result<std::string> set(const CommandOption& row, const std::string& word,
                                 std::optional<std::string> value) {
    if (!value || value->empty()) {
      return lacks_value(word);
    }
    line.*row.text = std::move(*value);
    return cargo::success{};
  }
  std::optional<std::string> next_word() {
    return next + 1 < words.size() ? std::optional(words[++next]) : std::nullopt;
  }
  static cargo::unexpected<std::string> lacks_value(const std::string& word) {
    return {"option '" + word + "' lacks its value"};
  }

  const std::vector<std::string>& words;
  const std::vector<compiler::TargetInfo>& targets;
  size_t next = 0;
  CommandLine line;
};

} // namespace

std::string quote(const std::string& word) {
  std::string quoted;
  for (const char c : word) {
    if (std::isspace(static_cast<unsigned char>(c)) || c == '"' || c == '\'' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted.empty() ? "\"\"" : quoted;
}

cargo::expected<CommandLine, std::string> parse(const std::vector<std::string>& words,
                                                const std::vector<compiler::TargetInfo>& targets) {
  return Parser(words, targets).parse();
}

std::string usage(const std::vector<compiler::TargetInfo>& targets) {
  std::string text =
      "usage: clc [options] <input>...\n\n"
      "Compiles OpenCL C or SPIR-V to a program binary for clCreateProgramWithBinary.\n"
      "Several inputs, which are sources or binaries with IR, are linked. '-' is standard\n"
      "input, and as output standard output. Exit status: 0, 1 if compiling failed, 2 for a\n"
      "wrong command line.\n"
      "\noptions:\n";
  for (const CommandOption& row : rows) {
    const std::string help = row.help;
    const size_t split = row.text ? help.find(' ') + 1 : 0;
    const std::string names =
        std::string(row.name) + (*row.alias ? std::string(", ") + row.alias : "");
    text += help_line(names + (split ? " " + help.substr(0, split - 1) : ""), help.substr(split));
  }
  text += "\nbuild options of OpenCL:\n";
  for (const compiler::OptionHelp& option : compiler::option_help()) {
    text += help_line(option.name, option.help);
  }
  for (const compiler::TargetInfo& target : targets) {
    text += "\nbuild options of the device '" + target.name + "':\n";
    for (const auto& option : target.options) {
      const size_t split = option.takes_value ? option.help.find(' ') : 0;
      text += help_line(option.name + (split ? "=" + option.help.substr(0, split) : ""),
                        option.help.substr(split ? split + 1 : 0));
    }
  }
  text += "\nexamples:\n"
          "  clc kernel.cl                             kernel.bin, for the CPU of this machine\n"
          "  clc -lanewise-vec-report kernel.cl        and how each kernel was vectorised\n"
          "  clc -lanewise-cpu=x86-64-v3,armv8-a k.cl  code for two kinds of CPU\n"
          "  clc -g -cl-opt-disable kernel.cl          for a debugger\n"
          "  clc module.spv other.cl -o program.bin    SPIR-V and OpenCL C, linked\n";
  return text;
}

} // namespace clc

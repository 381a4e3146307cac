// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.h"

#include "compiler/option_help.h"

#include <algorithm>
#include <array>

namespace clc {
namespace {

/// clc's own options: a flag, or a text that the next word gives.
struct Row {
  const char* name;
  const char* alias;
  bool CommandLine::* flag;
  std::string CommandLine::* text;
  const char* help;
};

constexpr std::array rows = {
    Row{"-h", "--help", &CommandLine::help, nullptr, "show this help"},
    Row{"--version", "", &CommandLine::version, nullptr, "show the version"},
    Row{"--list-devices", "", &CommandLine::list_devices, nullptr,
        "show the devices that can be compiled for"},
    Row{"-v", "--verbose", &CommandLine::verbose, nullptr, "say what is done"},
    Row{"-o", "--output", nullptr, &CommandLine::output, "<file> where the binary goes"},
    Row{"-d", "--device", nullptr, &CommandLine::device, "<name> device to compile for"},
};

std::string help_line(const std::string& name, const std::string& help) {
  constexpr size_t column = 44;
  std::string line = "  " + name;
  line += line.size() < column ? std::string(column - line.size(), ' ')
                               : "\n" + std::string(column, ' ');
  return line + help + "\n";
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

} // namespace

std::string quote(const std::string& word) {
  std::string quoted;
  for (const char c : word) {
    if (c == ' ' || c == '\t' || c == '"' || c == '\'' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted.empty() ? "\"\"" : quoted;
}

cargo::expected<CommandLine, std::string>
parse(const std::vector<std::string>& words, const std::vector<compiler::TargetInfo>& targets) {
  CommandLine line;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& candidate) {
      return word == candidate.name || word == candidate.alias;
    });
    const bool needs_next = row != rows.end() ? row->text != nullptr : takes_next_word(word, targets);
    if (needs_next && i + 1 == words.size()) {
      return cargo::unexpected{"option '" + word + "' lacks its value"};
    }
    if (row != rows.end() && row->flag) {
      line.*row->flag = true;
    } else if (row != rows.end()) {
      line.*row->text = words[++i];
    } else if (word == "-" || !word.starts_with("-")) {
      line.inputs.push_back(word);
    } else {
      line.build_options += (line.build_options.empty() ? "" : " ") + quote(word);
      if (needs_next) {
        line.build_options += " " + quote(words[++i]);
      }
    }
  }
  return line;
}

std::string usage(const std::vector<compiler::TargetInfo>& targets) {
  std::string text = "usage: clc [options] <input>...\n\n"
                     "Compiles OpenCL C to a program binary for clCreateProgramWithBinary. Several inputs,\n"
                     "sources or binaries with IR, are linked. '-' is standard input.\n\noptions:\n";
  for (const Row& row : rows) {
    const std::string help = row.help;
    const size_t split = row.text ? help.find(' ') + 1 : 0;
    const std::string names =
        std::string(row.name) + (*row.alias ? std::string(", ") + row.alias : "");
    text += help_line(names + (split ? " " + help.substr(0, split - 1) : ""), help.substr(split));
  }
  text += "\nbuild options of OpenCL 1.2:\n";
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
  return text;
}

} // namespace clc

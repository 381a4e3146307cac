// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "build_id.h"
#include "command_line.h"
#include "compiler/loader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

namespace {

using namespace compiler;

/// As of other compilers: nothing wrong, the source is wrong, the command line is wrong.
enum Exit { exit_success = 0, exit_failure = 1, exit_usage = 2 };

int fail(Exit code, const std::string& sentence) {
  std::cerr << "clc: error: " << sentence << "\n";
  return code;
}

std::optional<std::string> read_input(const std::string& name) {
  if (name == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
  }
  std::ifstream file(name, std::ios::binary);
  std::error_code error;
  if (!file || std::filesystem::is_directory(name, error)) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The folder of a source is searched for what it includes, after what -I names.
std::string options_for(const clc::CommandLine& line, const std::string& input) {
  if (input == "-") {
    return line.build_options;
  }
  const auto folder = std::filesystem::absolute(input).parent_path();
  return line.build_options + " -I " + clc::quote(folder.string());
}

std::string output_name(const clc::CommandLine& line) {
  if (!line.output.empty()) {
    return line.output;
  }
  const std::string& input = line.inputs[0];
  return (input == "-" ? std::string("a") : std::filesystem::path(input).stem().string()) + ".bin";
}

/// Runs one request and shows its log; the binary if it succeeded.
std::optional<binary::bytes> run_and_report(const Request& request) {
  Response response = run(request);
  std::cerr << response.log;
  if (response.status != Status::success) {
    return std::nullopt;
  }
  return std::move(response.binary);
}

bool is_binary(const std::string& text) {
  return binary::has_magic({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

/// One source is built; several inputs, or binaries, are compiled where need be and linked.
std::optional<binary::bytes> build(const clc::CommandLine& line,
                                   const std::vector<std::string>& texts) {
  Request link{Operation::link, line.device, "", "", "", {}, {}};
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string& name = line.inputs[i];
    if (is_binary(texts[i])) {
      link.inputs.emplace_back(texts[i].begin(), texts[i].end());
      continue;
    }
    const auto operation = texts.size() == 1 ? Operation::build : Operation::compile;
    if (line.verbose) {
      std::cerr << "clc: compiling '" << name << "' for '" << line.device << "'\n";
    }
    auto object = run_and_report({operation, line.device, options_for(line, name), texts[i],
                                  name == "-" ? "<stdin>" : name, {}, {}});
    if (!object || texts.size() == 1) {
      return object;
    }
    link.inputs.push_back(std::move(*object));
  }
  if (line.verbose) {
    std::cerr << "clc: linking " << link.inputs.size() << " inputs\n";
  }
  return run_and_report(link);
}

int compile(const clc::CommandLine& line) {
  std::vector<std::string> texts;
  for (const std::string& name : line.inputs) {
    auto text = read_input(name);
    if (!text) {
      return fail(exit_usage, "cannot read '" + name + "'");
    }
    texts.push_back(std::move(*text));
  }
  const auto binary = build(line, texts);
  if (!binary) {
    return exit_failure;
  }
  const std::string name = output_name(line);
  std::ofstream file(name, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char*>(binary->data()),
             static_cast<std::streamsize>(binary->size()));
  file.close();
  if (!file) {
    return fail(exit_failure, "cannot write '" + name + "'");
  }
  if (line.verbose) {
    std::cerr << "clc: wrote '" << name << "' (" << binary->size() << " bytes)\n";
  }
  return exit_success;
}

} // namespace

int main(int argc, char** argv) {
  const auto targets = compiler::targets();
  if (!targets) {
    return fail(exit_failure, targets.error());
  }
  const auto line = clc::parse({argv + 1, argv + argc}, *targets);
  if (!line) {
    return fail(exit_usage, line.error());
  }
  if (line->help) {
    std::cout << clc::usage(*targets);
    return exit_success;
  }
  if (line->version) {
    std::cout << "clc of Lanewise " << compiler::build_id << "\n";
    return exit_success;
  }
  if (line->list_devices) {
    for (const TargetInfo& target : *targets) {
      std::cout << target.name << ": " << target.device_name << "\n";
    }
    return exit_success;
  }
  if (std::none_of(targets->begin(), targets->end(),
                   [&](const TargetInfo& target) { return target.name == line->device; })) {
    return fail(exit_usage, "unknown device '" + line->device + "'; --list-devices shows them");
  }
  if (line->inputs.empty()) {
    return fail(exit_usage, "no input; --help shows the usage");
  }
  return compile(*line);
}

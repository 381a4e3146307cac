// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_line.h"
#include "compiler_interface/build_id.h"
#include "compiler_interface/loader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
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

/// The error is the reason.
cargo::expected<std::string, std::string> read_input(const std::string& name) {
  if (name == "-") {
    return std::string(std::istreambuf_iterator<char>(std::cin), {});
  }
  std::error_code error;
  if (std::filesystem::is_directory(name, error)) {
    return cargo::unexpected{std::string(std::strerror(EISDIR))};
  }
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    return cargo::unexpected{std::string(std::strerror(errno))};
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The error is the reason. Nothing half-written stays.
cargo::result<std::string> write_output(const std::string& name, const binary::bytes& data) {
  const auto* text = reinterpret_cast<const char*>(data.data());
  const auto size = static_cast<std::streamsize>(data.size());
  if (name == "-") {
    if (!std::cout.write(text, size).flush()) {
      return cargo::unexpected{std::string(std::strerror(errno))};
    }
    return cargo::success{};
  }
  std::ofstream file(name, std::ios::binary | std::ios::trunc);
  const bool opened = file.is_open();
  file.write(text, size);
  file.close();
  if (!file) {
    const std::string reason = std::strerror(errno);
    std::error_code error;
    if (opened && std::filesystem::is_regular_file(name, error)) {
      std::filesystem::remove(name, error);
    }
    return cargo::unexpected{reason};
  }
  return cargo::success{};
}

/// The folder of a source is searched for included files, after those that -I names.
std::string options_for(const clc::CommandLine& line, const std::string& input) {
  if (input == "-") {
    return line.compile_options;
  }
  const auto folder = std::filesystem::absolute(input).parent_path();
  return line.compile_options + "-I " + clc::quote(folder.string());
}

std::string output_name(const clc::CommandLine& line) {
  if (!line.output.empty()) {
    return line.output;
  }
  const std::string& input = line.inputs[0];
  return (input == "-" ? std::string("a") : std::filesystem::path(input).stem().string()) + ".bin";
}

/// Runs one request and shows its log; the binary if it succeeded.
cargo::expected<binary::bytes, Exit> run_and_report(const Request& request) {
  Response response = run(request);
  const bool usage = response.status == Status::invalid_options;
  std::cerr << (usage ? "clc: " : "") << response.log;
  if (response.status != Status::success) {
    return cargo::unexpected{usage ? exit_usage : exit_failure};
  }
  return std::move(response.binary);
}

bool is_binary(const std::string& text) {
  return binary::has_magic({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

/// By the first word, of either byte order, unless -x gives the language.
bool is_spirv(const clc::CommandLine& line, const std::string& text) {
  return line.language.empty()
             ? text.starts_with("\x03\x02\x23\x07") || text.starts_with("\x07\x23\x02\x03")
             : line.language == "spirv";
}

/// The request that compiles one source or one SPIR-V module.
Request compile_request(const clc::CommandLine& line, Operation operation, const std::string& name,
                        const std::string& text) {
  Request request;
  request.operation = operation;
  request.device = line.device;
  request.source_name = name == "-" ? "<stdin>" : name;
  if (is_spirv(line, text)) {
    request.options = line.compile_options;
    request.il.assign(text.begin(), text.end());
  } else {
    request.options = options_for(line, name);
    request.source = text;
  }
  return request;
}

/// One source is built; several inputs, or binaries, are compiled where need be and linked. All
/// sources are compiled, so that the errors of all are seen.
cargo::expected<binary::bytes, Exit> build(const clc::CommandLine& line,
                                           const std::vector<std::string>& texts) {
  const bool links = texts.size() > 1 || line.link_apart || is_binary(texts[0]);
  Request link{Operation::link, line.device, line.link_options, "", "", {}, {}};
  std::optional<Exit> failed;
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string& name = line.inputs[i];
    if (is_binary(texts[i])) {
      link.inputs.emplace_back(texts[i].begin(), texts[i].end());
      continue;
    }
    if (line.verbose) {
      std::cerr << "clc: compiling '" << name << "' for '" << line.device << "'\n";
    }
    auto object = run_and_report(
        compile_request(line, links ? Operation::compile : Operation::build, name, texts[i]));
    if (!object && object.error() == exit_usage) {
      return object; // every source would say the same
    }
    if (!object) {
      failed = object.error();
    } else if (!links) {
      return object;
    } else {
      link.inputs.push_back(std::move(object).value());
    }
  }
  if (failed) {
    return cargo::unexpected{*failed};
  }
  if (line.verbose) {
    std::cerr << "clc: linking " << link.inputs.size()
              << (link.inputs.size() == 1 ? " input\n" : " inputs\n");
  }
  return run_and_report(link);
}

int compile(const clc::CommandLine& line) {
  const std::string output = output_name(line);
  std::vector<std::string> texts;
  for (const std::string& name : line.inputs) {
    auto text = read_input(name);
    if (!text) {
      return fail(exit_usage, "cannot read '" + name + "': " + text.error());
    }
    std::error_code error;
    if (name != "-" && std::filesystem::equivalent(name, output, error)) {
      return fail(exit_usage, "the output would overwrite the input '" + name + "'");
    }
    texts.push_back(std::move(text).value());
  }
  const auto binary = build(line, texts);
  if (!binary) {
    return binary.error();
  }
  if (const auto written = write_output(output, *binary); !written) {
    return fail(exit_failure, "cannot write '" + output + "': " + written.error());
  }
  if (line.verbose) {
    std::cerr << "clc: wrote '" << output << "' (" << binary->size() << " bytes)\n";
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
  if (!line->language.empty() && line->language != "cl" && line->language != "spirv") {
    return fail(exit_usage, "unknown language '" + line->language + "', expected cl or spirv");
  }
  if (line->inputs.empty()) {
    return fail(exit_usage, "no input; --help shows the usage");
  }
  return compile(*line);
}

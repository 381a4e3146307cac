// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_compiler.h"

#include "sycl_image/names.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oclsycl {

namespace {

/// In these modes there is nothing to put together: the host's compiler does it alone.
constexpr std::array<std::string_view, 4> host_modes = {"-E", "-M", "-MM", "-S"};
constexpr const char* host_only_option = "-fsycl-host-only";

bool contains(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

class State {
public:
  State(const Places& of, const Options& with, const std::string& between)
      : places(of), options(with), folder(between), arguments(read_arguments(with.words)),
        mode(mode_of(with.words)) {}

  cargo::expected<std::vector<Command>, std::string> process() {
    for (const Argument& one : arguments) {
      if (one.kind == Kind::compile && one.words[0].starts_with("-flto")) {
        return cargo::unexpected("'" + one.words[0] +
                                 "' does not go with -fsycl-host-compiler=: the device code is "
                                 "joined to finished objects of the host's compiler");
      }
    }
    if (contains(host_modes, mode.option) || contains(options.words, host_only_option)) {
      Command host = host_command(
          {Kind::mode, Kind::output, Kind::source, Kind::input, Kind::language, Kind::link});
      std::erase(host, host_only_option);
      commands.push_back(std::move(host));
      return commands;
    }
    if (mode.option == "-fsyntax-only") {
      check_syntax();
      return commands;
    }
    std::vector<std::string> linked;
    std::string language;
    for (const Argument& one : arguments) {
      if (one.kind == Kind::language) {
        language = one.words.back();
      }
      if (one.kind != Kind::source) {
        continue;
      }
      const std::string object = object_of(one.words[0]);
      compile(one.words[0], language, object);
      linked.push_back(object);
    }
    if (mode.links) {
      commands.push_back(clang_command(places, options_for_link(linked)));
    }
    return commands;
  }

private:
  Command host_command(const std::vector<Kind>& kinds) const {
    Command command = {options.host_compiler};
    append(command, source_options(places));
    std::vector<Kind> all = kinds;
    all.push_back(Kind::dependency);
    append(command, words_of(arguments, all));
    append(command, options.host_options);
    return command;
  }

  void check_syntax() {
    const std::vector<Kind> kinds = {Kind::mode, Kind::source, Kind::language, Kind::clang_only};
    Command device = device_command(places, words_of(arguments, kinds));
    device.emplace_back("-fsycl-device-only");
    commands.push_back(std::move(device));
    commands.push_back(host_command({Kind::mode, Kind::source, Kind::language}));
  }

  /// What a source becomes: what -o names, or a file beside the current folder's others; something
  /// for the link if there is one.
  std::string object_of(const std::string& source) {
    if (mode.links) {
      return folder + "/" + std::to_string(++count) + "-" + stem_of(source) + ".o";
    }
    return mode.output.empty() ? stem_of(source) + ".o" : mode.output;
  }
  static std::string stem_of(const std::string& source) {
    return source == "-" ? "-" : std::filesystem::path(source).stem().string();
  }

  /// Files between the commands: `made` is the object's name, with the folder and without ".o".
  void compile(const std::string& source, const std::string& language, const std::string& object) {
    const std::string stem = folder + "/" + std::filesystem::path(object).stem().string();
    const std::string bitcode = stem + "-device.bc";
    const std::string offload = stem + "-device.offload";
    const std::string names = stem + "-names.c";
    const std::string embedded = stem + "-device.o";
    const std::string host = stem + "-host.o";
    // One for each object of a program; the same each time.
    const std::string output = mode.output.empty() ? stem_of(source) : mode.output;
    const std::string symbol =
        "lw_sycl_names_" +
        sycl_image::short_name(std::filesystem::absolute(output).string() + ":" + source);
    const std::vector<std::string> input =
        language.empty() ? std::vector{source} : std::vector<std::string>{"-x", language, source};

    Command device = device_command(places, words_of(arguments, {Kind::clang_only}));
    append(device, {"-fplugin-arg-sycl_host_names-file=" + names,
                    "-fplugin-arg-sycl_host_names-symbol=" + symbol, "-fsycl-device-only", "-c",
                    "-o", bitcode});
    append(device, input);
    commands.push_back(std::move(device));

    commands.push_back({places.llvm_tools + "/llvm-offload-binary", "-o", offload,
                        "--image=file=" + bitcode + ",triple=spirv64-unknown-unknown,kind=sycl"});
    commands.push_back({places.clang, "-x", "c", "-c", "-O1", "-fPIC", names, "-Xclang",
                        "-fembed-offload-object=" + offload, "-o", embedded});

    Command host_object = host_command({});
    append(host_object, list_options(object));
    append(host_object, {"-DLW_SYCL_HOST_NAMES=" + symbol, "-c", "-o", host});
    append(host_object, input);
    commands.push_back(std::move(host_object));

    commands.push_back({places.clang, "-r", "-nostdlib", host, embedded, "-o", object});
  }

  /// A list of included files is named after the object that the user sees, as compilers do.
  std::vector<std::string> list_options(const std::string& object) const {
    bool wanted = false;
    bool has_file = false;
    bool has_target = false;
    for (const Argument& one : arguments) {
      const std::string& word = one.words[0];
      wanted = wanted || word == "-MD" || word == "-MMD";
      has_file = has_file || word.starts_with("-MF");
      has_target = has_target || word.starts_with("-MT") || word.starts_with("-MQ");
    }
    std::vector<std::string> words;
    if (wanted && !has_file) {
      const std::filesystem::path output = mode.output.empty() ? object : mode.output;
      append(words, {"-MF", std::filesystem::path(output).replace_extension(".d").string()});
    }
    if (wanted && !has_target) {
      append(words, {"-MT", mode.output.empty() ? object : mode.output});
    }
    return words;
  }

  /// As on the command line, but with objects in the places of sources.
  Options options_for_link(const std::vector<std::string>& objects) const {
    Options made = options;
    made.print_only = false; // commands are printed here
    made.words.clear();
    size_t next = 0;
    made.words.emplace_back("--start-no-unused-arguments");
    for (const Argument& one : arguments) {
      if (one.kind == Kind::source) {
        made.words.push_back(objects[next++]);
      } else if (one.kind != Kind::language && one.kind != Kind::dependency) {
        append(made.words, one.words);
      }
    }
    made.words.emplace_back("--end-no-unused-arguments");
    return made;
  }

  const Places& places;
  const Options& options;
  const std::string& folder;
  const std::vector<Argument> arguments;
  const Mode mode;
  std::vector<Command> commands;
  size_t count = 0; ///< of sources, which may have the same name in different folders
};

} // namespace

cargo::expected<std::vector<Command>, std::string>
host_compiler_commands(const Places& places, const Options& options, const std::string& folder) {
  return State(places, options, folder).process();
}

} // namespace oclsycl

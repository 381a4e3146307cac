// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler_interface/options.h"

#include "compiler_interface/option_help.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace compiler {
namespace {

enum Where : unsigned { compiling = 1, linking = 2, anywhere = 3 };
enum class Value { none, joined, joined_or_separate };

/// One option: which step takes it, whether Clang sees it, and which member it sets.
struct KnownOption {
  std::string_view name;
  Value value;
  unsigned where;
  bool to_clang;
  bool Options::* member;
  bool setting;
  std::string_view help;
};

constexpr std::array rows = {
    KnownOption{"-D", Value::joined_or_separate, compiling, true, nullptr, false,
                "<name>[=<value>] define a macro"},
    KnownOption{"-I", Value::joined_or_separate, compiling, true, nullptr, false,
                "<dir> add a folder to the search path of #include"},
    KnownOption{"-cl-single-precision-constant", Value::none, compiling, true, nullptr, false,
                "treat double constants as float"},
    KnownOption{"-cl-denorms-are-zero", Value::none, anywhere, false, &Options::denorms_are_zero,
                true, "denormal numbers may be flushed to zero"},
    KnownOption{"-cl-fp32-correctly-rounded-divide-sqrt", Value::none, compiling, true, nullptr,
                false, "float division and sqrt are correctly rounded (always done)"},
    KnownOption{"-cl-opt-disable", Value::none, compiling, true, &Options::optimise, false,
                "no optimisation"},
    KnownOption{"-cl-strict-aliasing", Value::none, compiling, true, nullptr, false,
                "no effect: accepted for programs of OpenCL 1.0"},
    KnownOption{"-cl-mad-enable", Value::none, compiling, true, nullptr, false,
                "a * b + c may be computed with reduced accuracy"},
    KnownOption{"-cl-no-signed-zeros", Value::none, anywhere, true, nullptr, false,
                "the sign of zero may be ignored"},
    KnownOption{"-cl-unsafe-math-optimizations", Value::none, anywhere, true, nullptr, false,
                "optimisations may violate IEEE 754"},
    KnownOption{"-cl-finite-math-only", Value::none, anywhere, true, nullptr, false,
                "no NaNs or infinities occur"},
    KnownOption{"-cl-fast-relaxed-math", Value::none, anywhere, true, nullptr, false,
                "-cl-finite-math-only and -cl-unsafe-math-optimizations"},
    KnownOption{"-cl-uniform-work-group-size", Value::none, compiling, true,
                &Options::uniform_groups, true, "the global size is a multiple of the local size"},
    KnownOption{"-cl-no-subgroup-ifp", Value::none, anywhere, false, nullptr, false,
                "sub-groups need not make progress on their own (they do all the same)"},
    KnownOption{"-w", Value::none, compiling, true, nullptr, false, "no warnings"},
    KnownOption{"-Werror", Value::none, compiling, true, nullptr, false, "warnings are errors"},
    KnownOption{
        "-cl-std=", Value::joined, compiling, true, nullptr, false,
        "<version> language version: CL1.0 to CL3.1, CLC++1.0 or CLC++2021; by default CL1.2"},
    KnownOption{"-cl-kernel-arg-info", Value::none, compiling, false, nullptr, false,
                "keep names and types of kernel arguments (always done)"},
    KnownOption{"-g", Value::none, compiling, false, &Options::debug, true, "debug information"},
    KnownOption{"-lanewise-math=accurate", Value::none, anywhere, false, &Options::accurate_math,
                true, "mathematical functions are no less exact where that takes more time"},
    KnownOption{
        "-lanewise-zero-memory=", Value::joined, anywhere, false, nullptr, false,
        "<local|private|local,private> kernels find zeros in memory that they have not written"},
    KnownOption{"-create-library", Value::none, linking, false, &Options::create_library, true,
                "link to a library"},
    KnownOption{"-enable-link-options", Value::none, linking, false, &Options::enable_link_options,
                true, "with -create-library: later links may change options"},
};

/// The values of -lanewise-zero-memory.
struct ZeroedKinds {
  std::string_view value, option;
  ZeroedMemory kinds;
};
constexpr std::array zeroed_kinds = {
    ZeroedKinds{"local", "-lanewise-zero-memory=local ", {true, false}},
    ZeroedKinds{"private", "-lanewise-zero-memory=private ", {false, true}},
    ZeroedKinds{"local,private", "-lanewise-zero-memory=local,private ", {true, true}},
};
constexpr std::string_view zeroing = "-lanewise-zero-memory=";

/// As Clang spells them, or would if it knew CL3.1, and each in small letters as well.
constexpr std::array versions = {
    "CL", "CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1", "CLC++", "CLC++1.0", "CLC++2021",
    "cl", "cl1.0", "cl1.1", "cl1.2", "cl2.0", "cl3.0", "cl3.1", "clc++", "clc++1.0", "clc++2021"};

cargo::unexpected<std::string> failure(std::string_view before, std::string_view name,
                                       std::string_view after) {
  return {std::string(before) + "'" + std::string(name) + "'" + std::string(after)};
}

const KnownOption* find_row(std::string_view word) {
  const auto* row = std::find_if(rows.begin(), rows.end(), [&](const KnownOption& candidate) {
    return candidate.value == Value::none ? word == candidate.name
                                          : word.starts_with(candidate.name);
  });
  return row == rows.end() ? nullptr : row;
}

unsigned step_of(Operation operation) { return operation == Operation::link ? linking : compiling; }

/// If `word` is an option of the target: its row.
const TargetInfo::Option* find_target_option(std::string_view word, const TargetInfo& target) {
  const auto option = std::find_if(
      target.options.begin(), target.options.end(), [&](const TargetInfo::Option& candidate) {
        return word == candidate.name ||
               (candidate.takes_value && word.starts_with(candidate.name + "="));
      });
  return option == target.options.end() ? nullptr : &*option;
}

/// Walks the words of an option string, taking an option's value from the next word if need be.
class Parser {
public:
  Parser(std::vector<std::string> words_, Operation operation, const TargetInfo& target_)
      : words(std::move(words_)), target(target_), step(step_of(operation)) {}

  cargo::expected<Options, std::string> parse() {
    for (; next < words.size(); ++next) {
      const std::string& word = words[next];
      const KnownOption* row = find_row(word);
      const TargetInfo::Option* own = row ? nullptr : find_target_option(word, target);
      auto done = row   ? take(*row, word)
                  : own ? take(*own, word)
                        : cargo::result<std::string>(failure("unknown option ", word, ""));
      if (!done) {
        return cargo::unexpected{std::move(done).error()};
      }
    }
    if (options.enable_link_options && !options.create_library) {
      return failure("option ", "-enable-link-options", " needs '-create-library'");
    }
    return std::move(options);
  }

private:
  cargo::result<std::string> take(const KnownOption& row, const std::string& word) {
    if (!(row.where & step)) {
      return failure("option ", word,
                     step == linking ? " is not one of the linker" : " is only one of the linker");
    }
    std::string value = word.substr(row.name.size());
    if (row.value == Value::joined_or_separate && value.empty()) {
      if (next + 1 == words.size()) {
        return failure("option ", word, " lacks its value");
      }
      value = words[++next];
    }
    if (row.name == "-cl-std=" &&
        std::find(versions.begin(), versions.end(), value) == versions.end()) {
      return failure("unknown language version ", value,
                     " in '-cl-std', expected CL1.0 to CL3.1, CLC++1.0 or CLC++2021");
    }
    if (row.name == zeroing) {
      const auto found = std::ranges::find(zeroed_kinds, value, &ZeroedKinds::value);
      if (found == zeroed_kinds.end()) {
        return failure("unknown memory ", value,
                       " in '-lanewise-zero-memory', expected local, private or local,private");
      }
      options.zero_local_memory |= found->kinds.local_memory;
      options.zero_private_memory |= found->kinds.private_memory;
    }
    if (row.member) {
      options.*row.member = row.setting;
    }
    if (row.to_clang) {
      options.frontend.push_back(std::string(row.name) + value);
    }
    return cargo::success{};
  }

  cargo::result<std::string> take(const TargetInfo::Option& own, const std::string& word) {
    std::string value;
    if (own.takes_value) {
      if (word.size() > own.name.size()) {
        value = word.substr(own.name.size() + 1);
      } else if (next + 1 < words.size()) {
        value = words[++next];
      } else {
        return failure("option ", word, " lacks its value");
      }
    }
    options.device.emplace_back(own.name, value);
    return cargo::success{};
  }

  std::vector<std::string> words;
  const TargetInfo& target;
  unsigned step;
  size_t next = 0;
  Options options;
};

} // namespace

bool wants_report(const Options& options) {
  return std::ranges::any_of(options.device,
                             [](const auto& option) { return option.first == report_option; });
}

ZeroedMemory zeroed_memory(std::string_view options) {
  ZeroedMemory result;
  for (const std::string& word : split_options(options)) {
    if (!word.starts_with(zeroing)) {
      continue;
    }
    const auto found =
        std::ranges::find(zeroed_kinds, word.substr(zeroing.size()), &ZeroedKinds::value);
    if (found != zeroed_kinds.end()) {
      result.local_memory |= found->kinds.local_memory;
      result.private_memory |= found->kinds.private_memory;
    }
  }
  return result;
}

std::string_view option_for(ZeroedMemory kinds) {
  for (const ZeroedKinds& each : zeroed_kinds) {
    if (each.kinds.local_memory == kinds.local_memory &&
        each.kinds.private_memory == kinds.private_memory) {
      return each.option;
    }
  }
  return "";
}

std::vector<std::string> split_options(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (quote ? c == quote : (c == '"' || c == '\'')) {
      quote = quote ? 0 : c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

cargo::expected<Options, std::string> parse_options(std::string_view text, Operation operation,
                                                    const TargetInfo& target) {
  return Parser(split_options(text), operation, target).parse();
}

bool option_concerns(std::string_view word, Operation operation) {
  const KnownOption* row = find_row(word);
  return !row || (row->where & step_of(operation));
}

std::vector<OptionHelp> option_help() {
  std::vector<OptionHelp> help;
  for (const KnownOption& row : rows) {
    const size_t split = row.value == Value::none ? 0 : row.help.find(' ');
    help.push_back({std::string(row.name) + std::string(row.help.substr(0, split)),
                    std::string(row.help.substr(split ? split + 1 : 0))});
  }
  return help;
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/printf.h"

#include <algorithm>
#include <cctype>

namespace builtins {
namespace {

class Parser {
public:
  explicit Parser(std::string_view source) : rest(source) {}

  std::optional<std::vector<Conversion>> parse() {
    std::vector<Conversion> conversions;
    while (!rest.empty()) {
      Conversion& next = conversions.emplace_back();
      take_text(next.text);
      if (!rest.empty() && !take_conversion(next)) {
        return std::nullopt;
      }
    }
    return conversions;
  }

private:
  bool take(std::string_view word) {
    if (!rest.starts_with(word)) {
      return false;
    }
    rest.remove_prefix(word.size());
    return true;
  }

  /// Up to a single '%', which is taken too; "%%" is text.
  void take_text(std::string& text) {
    while (!rest.empty()) {
      if (take("%%")) {
        text += '%';
      } else if (rest.front() == '%') {
        return;
      } else {
        text += rest.front();
        rest.remove_prefix(1);
      }
    }
  }

  int take_number() {
    int number = 0;
    while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front()))) {
      number = std::min(number * 10 + (rest.front() - '0'), longest_field);
      rest.remove_prefix(1);
    }
    return number;
  }

  bool take_vector_size(unsigned& elements) {
    if (!take("v")) {
      return true;
    }
    for (const auto& [word, size] : {std::pair{"16", 16u}, std::pair{"2", 2u}, std::pair{"3", 3u},
                                     std::pair{"4", 4u}, std::pair{"8", 8u}}) {
      if (take(word)) {
        elements = size;
        return true;
      }
    }
    return false;
  }

  /// The length modifiers of OpenCL C: `hl` belongs to vectors, which need one of the four; z and
  /// t, reserved until OpenCL C 3.1, to scalar integers.
  bool take_length(Conversion& conversion) {
    const bool is_vector = conversion.elements > 1;
    if (take("hh")) {
      conversion.element_size = 1;
    } else if (is_vector && take("hl")) {
      conversion.element_size = 4;
    } else if (take("h")) {
      conversion.element_size = 2;
    } else if (take("l")) {
      conversion.element_size = 8;
    } else if (!is_vector && (take("z") || take("t"))) {
      conversion.element_size = 8;
      only_integers = true;
    }
    return !is_vector || conversion.element_size != 0;
  }

  bool take_conversion(Conversion& conversion) {
    take("%");
    only_integers = false;
    while (!rest.empty() &&
           std::string_view("-+ #0").find(rest.front()) != std::string_view::npos) {
      conversion.flags += rest.front();
      rest.remove_prefix(1);
    }
    if (take("*")) {
      conversion.width_argument = true;
    } else if (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.front()))) {
      conversion.width = take_number();
    }
    if (take(".")) {
      if (take("*")) {
        conversion.precision_argument = true;
      } else {
        conversion.precision = take_number();
      }
    }
    if (!take_vector_size(conversion.elements) || !take_length(conversion) || rest.empty()) {
      return false;
    }
    conversion.specifier = rest.front();
    rest.remove_prefix(1);
    return is_allowed(conversion);
  }

  [[nodiscard]] bool is_allowed(const Conversion& conversion) const {
    const auto one_of = [&](std::string_view specifiers) {
      return specifiers.find(conversion.specifier) != std::string_view::npos;
    };
    if (one_of("diuoxX")) {
      return true;
    }
    if (one_of("fFeEgGaA")) {
      return conversion.element_size != 1 && !only_integers;
    }
    return one_of("csp") && conversion.elements == 1 && conversion.element_size == 0;
  }

  std::string_view rest;
  bool only_integers = false; ///< the length modifier belongs to no other conversion
};

} // namespace

std::optional<std::vector<Conversion>> parse_format(std::string_view format) {
  return Parser(format).parse();
}

} // namespace builtins

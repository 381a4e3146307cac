// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the words of a compiler's command are: options with their values, sources and other inputs.
// Clang does not say it; oclsycl++ has to know where it runs several compilers for one command.
#ifndef OCLSYCL_WORDS_H
#define OCLSYCL_WORDS_H

#include <string>
#include <vector>

namespace oclsycl {

enum class Kind {
  source,     ///< a file of C++
  input,      ///< another file: an object, an archive, a library
  compile,    ///< an option of both compilers (and of all that is not known here)
  clang_only, ///< an option that other compilers do not know
  dependency, ///< an option about the list of files that a source includes
  link,       ///< an option of the link alone
  language,   ///< -x
  output,     ///< -o
  mode,       ///< -c and its like: what is made
  save,       ///< -save-temps
};

/// One word, or an option and its value in the next word.
struct Argument {
  Kind kind = Kind::compile;
  std::vector<std::string> words;
};

[[nodiscard]] std::vector<Argument> read_arguments(const std::vector<std::string>& words);

/// The words of these kinds, in order, and those for all compilers.
[[nodiscard]] std::vector<std::string> words_of(const std::vector<Argument>& arguments,
                                                const std::vector<Kind>& kinds);

/// What a command makes.
struct Mode {
  bool links = true;      ///< a program or library, not only objects
  bool has_input = false; ///< otherwise Clang answers a question, such as --version
  std::string option;     ///< the last one of -c, -S, -E and their like; empty if it links
  std::string output;     ///< -o; empty if not given
};
[[nodiscard]] Mode mode_of(const std::vector<std::string>& words);

/// Whether files between the stages are to stay: -save-temps.
[[nodiscard]] bool saves_stages(const std::vector<std::string>& words);

} // namespace oclsycl

#endif

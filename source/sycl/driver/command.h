// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command lines of Clang's.
#ifndef OCLSYCL_COMMAND_H
#define OCLSYCL_COMMAND_H

#include "options.h"
#include "words.h"

#include <string>
#include <vector>

namespace oclsycl {

/// Where the parts of the installation (or of a build folder) are.
struct Places {
  std::string clang;      ///< clang++ of LLVM 22
  std::string llvm_tools; ///< the folder of LLVM's tools
  std::string root;       ///< the folder that has bin, lib and include
  std::string tools;      ///< our linker, before PATH
  std::string headers;    ///< sycl/sycl.hpp is below it
  std::string library;    ///< the folder of liboclsycl.so
  std::string unit; ///< a short name of the folder that the compiler is called in: with a file's
                    ///< name it says which file that is (sycl/bundle/specialization_id.hpp)
};

/// A program and its arguments.
using Command = std::vector<std::string>;

void append(std::vector<std::string>& to, const std::vector<std::string>& words);

/// The options for both passes of Clang: headers, and a name of the folder.
[[nodiscard]] std::vector<std::string> source_options(const Places& places);

/// Clang with the passes and the plug-in for device code, for the beginning of a command that
/// compiles for a device alone with these options.
[[nodiscard]] Command device_command(const Places& places, const std::vector<std::string>& words);

/// What our linker of device code is told. `output` names the folder for stages to save.
[[nodiscard]] std::vector<std::string> device_link_options(const Options& options,
                                                           const std::string& output);

/// The options of a link: the library, and those of the device code's.
[[nodiscard]] std::vector<std::string> link_options(const Places& places, const Options& options);

/// One command that does all that is asked for, host code included.
[[nodiscard]] Command clang_command(const Places& places, const Options& options);

} // namespace oclsycl

#endif

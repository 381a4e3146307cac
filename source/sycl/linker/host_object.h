// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linking device code without the linker wrapper of Clang: from objects as compilers make them to
// one that any host linker takes.
#ifndef SYCL_LINKER_HOST_OBJECT_H
#define SYCL_LINKER_HOST_OBJECT_H

#include "cargo/expected.h"
#include "temporary_file.h"

#include <string>
#include <vector>

namespace sycl_linker {

/// Files of bitcode, which are gone with the object.
class DeviceCode {
public:
  /// The device code of an object, an archive (of all members) or a file of bitcode. The error is a
  /// sentence. A file without device code adds nothing.
  [[nodiscard]] cargo::expected<bool, std::string> add(const std::string& file);
  [[nodiscard]] const std::vector<std::string>& files() const { return names; }

private:
  std::vector<std::string> names;
  std::vector<TemporaryFile> made; ///< those of `names` that are temporary
};

/// An object for this machine that registers images (in LLVM's offload containers, one behind the
/// other) when the program with it is loaded. The error is a sentence.
[[nodiscard]] cargo::expected<std::string, std::string> host_object(const std::string& containers);

} // namespace sycl_linker

#endif

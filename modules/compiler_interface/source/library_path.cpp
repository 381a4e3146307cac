// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "library_path.h"

#include "environment/environment.h"

#include <climits>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace compiler {

std::string library_path() {
  if (const char* path = environment::get(environment::Variable::compiler_library)) {
    return path;
  }
  constexpr const char* name = "liblanewise-compiler.so";
  Dl_info self = {};
  link_map* map = nullptr;
  if (!dladdr1(reinterpret_cast<void*>(&library_path), &self, reinterpret_cast<void**>(&map),
               RTLD_DL_LINKMAP) ||
      !map) {
    return name;
  }
  // The program itself has no file name here, and argv[0] may have been found in PATH. Not
  // std::filesystem: paths of libstdc++ 12 break when memory runs out.
  char found[PATH_MAX];
  if (!realpath(*map->l_name ? map->l_name : "/proc/self/exe", found)) {
    return name;
  }
  const std::string folder(found, std::string_view(found).rfind('/') + 1);
  // Tools stand in bin/, the libraries in lib/ of a build folder or where they are installed;
  // helper programs have a folder of their own there.
  for (const char* place :
       {"", "../lib/", LANEWISE_LIBRARIES_FROM_BIN, LANEWISE_LIBRARIES_FROM_HELPERS}) {
    if (realpath((folder + place + name).c_str(), found)) {
      return found;
    }
  }
  return name;
}

} // namespace compiler

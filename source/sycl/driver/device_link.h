// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fsycl-link: links device code alone, to an object for the host's linker.
#ifndef OCLSYCL_DEVICE_LINK_H
#define OCLSYCL_DEVICE_LINK_H

#include "command.h"

#include <string>
#include <vector>

namespace oclsycl {

/// The commands, in order; files between them are in `folder`. Inputs are sources, objects,
/// archives and files of bitcode. The object has images and no host code: it is linked beside the
/// objects that it was made of.
[[nodiscard]] std::vector<Command>
device_link_commands(const Places& places, const Options& options, const std::string& folder);

} // namespace oclsycl

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "image_functions.h"

#include <llvm/ADT/StringSwitch.h>

namespace compiler {
namespace {

/// Takes a name with its length before it from the front of `mangled`; "" if there is none.
llvm::StringRef take_name(llvm::StringRef& mangled) {
  size_t length = 0;
  if (mangled.consumeInteger(10, length) || length > mangled.size()) {
    return "";
  }
  const llvm::StringRef name = mangled.take_front(length);
  mangled = mangled.drop_front(length);
  return name;
}

/// "2d_array" of "ocl_image2d_array_ro".
llvm::StringRef shape_of(llvm::StringRef type) {
  if (!type.consume_front("ocl_image") ||
      !(type.consume_back("_ro") || type.consume_back("_wo") || type.consume_back("_rw"))) {
    return "";
  }
  return type;
}

/// Takes coordinates from the front: "int", "float", or "" if there are none.
llvm::StringRef take_coordinates(llvm::StringRef& mangled) {
  if (mangled.consume_front("i") || mangled.consume_front("Dv2_i") ||
      mangled.consume_front("Dv4_i")) {
    return "int";
  }
  if (mangled.consume_front("f") || mangled.consume_front("Dv2_f") ||
      mangled.consume_front("Dv4_f")) {
    return "float";
  }
  return "";
}

/// The parameters after float coordinates: "_lod" for a level of detail, "_gradients" for two
/// gradients (the second one, and types that came before, are mangled as references), or "". Not
/// good if they are something else.
struct Detail {
  std::string suffix;
  bool is_good;
};
Detail detail_of(llvm::StringRef mangled) {
  const auto* suffix = llvm::StringSwitch<const char*>(mangled)
                           .Case("", "")
                           .Case("f", "_lod")
                           .Cases({"ff", "S0_S0_", "S1_S1_", "S2_S2_"}, "_gradients")
                           .Cases({"Dv2_fS1_", "Dv2_fS2_", "Dv2_fS3_"}, "_gradients")
                           .Default(nullptr);
  return {suffix ? suffix : "", suffix != nullptr};
}

/// A color, or an element of a block, that is written; a type that came before is mangled as a
/// reference to it.
bool is_color(llvm::StringRef mangled) {
  return llvm::StringSwitch<bool>(mangled)
      .Cases({"Dv4_f", "Dv4_i", "Dv4_j", "Dv4_Dh", "f", "S_", "S0_", "S1_"}, true)
      .Cases({"h", "t", "j", "m"}, true)
      .Default(false);
}

/// Whether the library reads such an image, without a sampler, in another way than one that is
/// written, too.
bool is_texture(llvm::StringRef name, llvm::StringRef type) {
  return name.starts_with("read_image") &&
         (type == "ocl_image2d_ro" || type == "ocl_image2d_depth_ro");
}

} // namespace

std::string image_function(llvm::StringRef mangled) {
  if (!mangled.consume_front("_Z")) {
    return "";
  }
  const llvm::StringRef name = take_name(mangled);
  const bool reads = name.starts_with("read_image") || name.starts_with("image_block_read");
  const bool writes = name.starts_with("write_image") || name.starts_with("image_block_write");
  if (!reads && !writes && !name.starts_with("get_image_")) {
    return "";
  }
  const llvm::StringRef type = take_name(mangled);
  const llvm::StringRef shape = shape_of(type);
  if (shape.empty()) {
    return "";
  }
  const std::string stem = "__lanewise_" + name.str() + "_" + shape.str();
  if (!reads && !writes) {
    return mangled.empty() ? stem : "";
  }
  const bool sampled = mangled.consume_front("11ocl_sampler");
  const llvm::StringRef coordinates = take_coordinates(mangled);
  if (coordinates.empty()) {
    return "";
  }
  if (writes) {
    const bool has_level = coordinates == "int" && mangled.consume_front("i");
    return is_color(mangled) ? stem + (has_level ? "_lod" : "") : "";
  }
  const Detail detail = detail_of(mangled);
  if (!detail.is_good || (!detail.suffix.empty() && (!sampled || coordinates != "float"))) {
    return "";
  }
  if (sampled) {
    return stem + "_" + coordinates.str() + detail.suffix;
  }
  return is_texture(name, type) ? stem + "_only" : stem;
}

} // namespace compiler

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 5.8: attributes in double brackets. Clang 22 has none of them; it has its own
// `clang::annotate` for functions and `clang::annotate_type` for types, which keep a text and
// constants, in templates, too.
#ifndef SYCL_PLUGIN_ATTRIBUTES_NAMES_H
#define SYCL_PLUGIN_ATTRIBUTES_NAMES_H

#include <array>
#include <string_view>

namespace sycl_plugin {

/// The text of an annotation that stands for an attribute begins so; the attribute's name follows.
inline constexpr std::string_view annotation_prefix = "sycl::";

/// Annotation of a function that stands for a kernel's name which this file alone knows
/// (attributes/unit_names.h).
inline constexpr std::string_view unit_annotation = "unit";

/// Annotation of a function that is a kernel (attributes/free_functions.h).
inline constexpr std::string_view kernel_annotation = "kernel";

/// Annotation of a variable of the class device_global (attributes/device_globals.h). If one file
/// alone knows the variable, `@` and the file follow.
inline constexpr std::string_view device_global_annotation = "device_global";

/// An attribute, and whether its arguments are constants (or a type, which is dropped).
struct AttributeName {
  std::string_view name;
  bool has_constants;
};
inline constexpr std::array<AttributeName, 5> attribute_names = {{
    {"reqd_work_group_size", true},
    {"work_group_size_hint", true},
    {"reqd_sub_group_size", true},
    {"device_has", true},
    {"vec_type_hint", false},
}};

} // namespace sycl_plugin

#endif

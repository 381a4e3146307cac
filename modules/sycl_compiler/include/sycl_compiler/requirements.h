// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How LLVM's modules say what kernels require of a device and what they use: attributes of
// functions whose values are numbers with commas between them. Clang's plug-in writes them, the
// stages read them.
#ifndef SYCL_COMPILER_REQUIREMENTS_H
#define SYCL_COMPILER_REQUIREMENTS_H

namespace sycl_compiler {

/// Of kernels: one to three extents in SYCL's order, the last one being OpenCL's first.
inline constexpr const char* work_group_size_attribute = "lanewise-sycl-work-group-size";
inline constexpr const char* work_group_hint_attribute = "lanewise-sycl-work-group-hint";
/// Of kernels with one of these whose work-groups are done by a work-item each. No value.
inline constexpr const char* hierarchical_attribute = "lanewise-sycl-hierarchical";
/// Of kernels: one number.
inline constexpr const char* sub_group_size_attribute = "lanewise-sycl-sub-group-size";
/// Of all functions: values of sycl::aspect, in ascending order. A kernel has those of all
/// functions that it reaches in its file, after the stage `requirements` of all.
inline constexpr const char* aspects_attribute = "lanewise-sycl-aspects";

/// Of all functions: the first numbers of specialization constants that they ask for, used or not.
/// A kernel has those of all functions that it reaches, after the stage `requirements`.
inline constexpr const char* constants_attribute = "lanewise-sycl-constants";

/// Of kernels whose names have the file in them (sycl_image/names.h). No value.
inline constexpr const char* unit_attribute = "lanewise-sycl-unit";
/// Metadata of kernels: the symbol of the function that they call, which has the function object's
/// type in it.
inline constexpr const char* object_metadata = "lanewise.sycl.object";
/// Of variables: a device_global, to which the library writes an address. No value.
inline constexpr const char* device_global_attribute = "lanewise-sycl-device-global";

} // namespace sycl_compiler

#endif

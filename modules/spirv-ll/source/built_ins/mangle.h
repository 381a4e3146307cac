// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef SPIRV_LL_BUILT_INS_MANGLE_H
#define SPIRV_LL_BUILT_INS_MANGLE_H

#include "declarations/type.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <string>

namespace spirv_ll {

/// The signedness of a parameter's integers: SPIR-V's have no sign, OpenCL C's have. `none` is
/// signed, for parameters that have no integers or do not care.
enum class Sign : uint8_t { none, with, without };

/// One parameter of a built-in function as OpenCL C declares it.
struct Parameter {
  const Type* type = nullptr; ///< for pointers: what they point to
  Sign sign = Sign::none;
  int pointer_space = -1;   ///< the address space of a pointer to `type`, -1: the type itself
  bool is_const = false;    ///< of what is pointed to
  bool is_volatile = false; ///< likewise
  const char* enumeration = nullptr; ///< an enumeration instead of a type, as "12memory_scope"
};

/// The name of a built-in function by the Itanium C++ ABI's mangling, as Clang mangles OpenCL C for
/// the triple spir64: address spaces are qualifiers, opaque types are called ocl_....
[[nodiscard]] std::string mangle(llvm::StringRef name, llvm::ArrayRef<Parameter> parameters);

/// "ocl_image2d_ro", "ocl_sampler": the name of an image's or a sampler's type in that mangling.
[[nodiscard]] std::string opaque_name(const Type& type);

/// "char", "uint4", "float*": a type as a person reads it (clGetKernelArgInfo). Integers are
/// signed.
[[nodiscard]] std::string type_name(const Type& type);

} // namespace spirv_ll

#endif

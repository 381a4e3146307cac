// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "built_ins/mangle.h"

#include <llvm/ADT/SmallVector.h>

namespace spirv_ll {
namespace {

std::string with_length(const std::string& name) { return std::to_string(name.size()) + name; }

std::string image_name(const ImageShape& shape) {
  std::string name = "image";
  name += shape.dim == Dim::Dim3D ? "3d" : shape.dim == Dim::Dim2D ? "2d" : "1d";
  name += shape.dim == Dim::Buffer ? "_buffer" : "";
  name += shape.arrayed ? "_array" : "";
  return name + (shape.depth ? "_depth" : "");
}

const char* access_suffix(AccessQualifier access) {
  return access == AccessQualifier::WriteOnly   ? "_wo"
         : access == AccessQualifier::ReadWrite ? "_rw"
                                                : "_ro";
}

/// Mangles parameters one after the other. Compound types that came before are written S_, S0_ and
/// so on.
class Mangler {
public:
  std::string parameter(const Parameter& parameter) {
    if (parameter.enumeration) {
      return compound(parameter.enumeration, parameter.enumeration);
    }
    if (parameter.pointer_space < 0) {
      return value(*parameter.type, parameter.sign);
    }
    const std::string qualifiers =
        (parameter.pointer_space ? "U3AS" + std::to_string(parameter.pointer_space)
                                 : std::string()) +
        (parameter.is_volatile ? "V" : "") + (parameter.is_const ? "K" : "");
    const std::string plain = full(*parameter.type, parameter.sign);
    // Looked up from the outside to the inside, entered from the inside to the outside.
    if (const auto* known = find("P" + qualifiers + plain)) {
      return *known;
    }
    std::string inner;
    if (const auto* known = qualifiers.empty() ? nullptr : find(qualifiers + plain)) {
      inner = *known;
    } else {
      inner = qualifiers + value(*parameter.type, parameter.sign);
      if (!qualifiers.empty()) {
        enter(qualifiers + plain);
      }
    }
    enter("P" + qualifiers + plain);
    return "P" + inner;
  }

private:
  struct Substitution {
    std::string full, name;
  };

  const std::string* find(const std::string& full_name) const {
    for (const Substitution& substitution : substitutions) {
      if (substitution.full == full_name) {
        return &substitution.name;
      }
    }
    return nullptr;
  }

  void enter(const std::string& full_name) {
    const size_t number = substitutions.size();
    std::string name = "S_";
    if (number > 0) {
      constexpr char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
      name = std::string("S") + digits[(number - 1) % 36] + "_"; // no function has more
    }
    substitutions.push_back({full_name, name});
  }

  std::string compound(const std::string& full_name, const std::string& written) {
    if (const auto* known = find(full_name)) {
      return *known;
    }
    enter(full_name);
    return written;
  }

  static std::string scalar(const Type& type, Sign sign) {
    const bool is_unsigned = sign == Sign::without;
    const unsigned width = type.ir->getScalarSizeInBits();
    if (type.is_bfloat16()) {
      return "t"; // functions that only move it
    }
    if (type.kind == TypeKind::floating) {
      return width == 16 ? "Dh" : width == 32 ? "f" : "d";
    }
    switch (width) {
    case 1:
      return "b";
    case 8:
      return is_unsigned ? "h" : "c";
    case 16:
      return is_unsigned ? "t" : "s";
    case 32:
      return is_unsigned ? "j" : "i";
    case 64:
      return is_unsigned ? "m" : "l";
    default: // an extended integer
      return (is_unsigned ? "DU" : "DB") + std::to_string(width) + "_";
    }
  }

  /// Without any substitution.
  static std::string full(const Type& type, Sign sign) {
    switch (type.kind) {
    case TypeKind::vector:
      return "Dv" + std::to_string(type.count) + "_" + scalar(*type.element, sign);
    case TypeKind::image:
    case TypeKind::sampler:
      return with_length(opaque_name(type));
    case TypeKind::event:
      return "9ocl_event";
    case TypeKind::boolean:
    case TypeKind::integer:
    case TypeKind::floating:
      return scalar(type, sign);
    default:
      return "v";
    }
  }

  std::string value(const Type& type, Sign sign) {
    const std::string name = full(type, sign);
    return type.is_scalar() || name == "v" ? name : compound(name, name);
  }

  llvm::SmallVector<Substitution, 4> substitutions;
};

std::string scalar_name(const Type& type) {
  const unsigned width = type.ir->getScalarSizeInBits();
  if (type.is_bfloat16()) {
    return "bfloat16";
  }
  if (type.kind == TypeKind::floating) {
    return width == 16 ? "half" : width == 32 ? "float" : "double";
  }
  return width == 1    ? "bool"
         : width == 8  ? "char"
         : width == 16 ? "short"
         : width == 32 ? "int"
                       : "long";
}

} // namespace

std::string mangle(llvm::StringRef name, llvm::ArrayRef<Parameter> parameters) {
  Mangler mangler;
  std::string text = "_Z" + std::to_string(name.size()) + name.str();
  for (const Parameter& parameter : parameters) {
    text += mangler.parameter(parameter);
  }
  return parameters.empty() ? text + "v" : text;
}

std::string opaque_name(const Type& type) {
  return type.kind == TypeKind::sampler
             ? "ocl_sampler"
             : "ocl_" + image_name(type.image) + access_suffix(type.image.access);
}

std::string type_name(const Type& type) {
  switch (type.kind) {
  case TypeKind::boolean:
  case TypeKind::integer:
  case TypeKind::floating:
    return scalar_name(type);
  case TypeKind::vector:
    return scalar_name(*type.element) + std::to_string(type.count);
  case TypeKind::array:
    return type_name(*type.element) + "[" + std::to_string(type.count) + "]";
  case TypeKind::pointer:
    return (type.element && type.element->kind != TypeKind::pointer ? type_name(*type.element)
                                                                    : "void*") +
           "*";
  case TypeKind::structure: {
    const auto* ir = llvm::cast<llvm::StructType>(type.ir);
    llvm::StringRef name = ir->hasName() ? ir->getName() : "";
    name.consume_front("struct.");
    return "struct " + name.str();
  }
  case TypeKind::image:
    return image_name(type.image) + "_t";
  case TypeKind::sampler:
    return "sampler_t";
  case TypeKind::event:
    return "event_t";
  case TypeKind::pipe:
    return "pipe";
  case TypeKind::reserve_id:
    return "reserve_id_t";
  case TypeKind::queue:
    return "queue_t";
  case TypeKind::device_event:
    return "clk_event_t";
  case TypeKind::named_barrier:
    return "named_barrier_t*";
  default:
    return "void";
  }
}

} // namespace spirv_ll

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.6, type declarations.
#include "instructions/scopes.h"
#include "instructions/values/cooperative_matrix.h"
#include "reader/handlers.h"

#include <bit>

namespace spirv_ll {

std::optional<unsigned> address_space(StorageClass storage) {
  switch (storage) {
  case StorageClass::Function:
  case StorageClass::Input:
  case StorageClass::Private:
    return 0;
  case StorageClass::CrossWorkgroup:
  case StorageClass::DeviceOnlyINTEL:
  case StorageClass::HostOnlyINTEL:
    return 1;
  case StorageClass::UniformConstant:
    return 2;
  case StorageClass::Workgroup:
    return 3;
  case StorageClass::Generic:
  case StorageClass::CodeSectionINTEL: // SPV_INTEL_function_pointers
    return 4;
  default:
    return std::nullopt;
  }
}

namespace {

Result declare(Reader& reader, const Inst& inst, Type type) {
  if (auto done = reader.define(inst.result,
                                {IdKind::type, reader.add(std::move(type)), nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result declare(Reader& reader, const Inst& inst, TypeKind kind, llvm::Type* ir, uint64_t size) {
  Type type;
  type.kind = kind;
  type.ir = ir;
  type.size = size;
  return declare(reader, inst, std::move(type));
}

struct WidthRow {
  uint32_t width;
  Capability capabilities[2]; ///< one of which it needs
};
constexpr WidthRow integer_widths[] = {
    {8, {Capability::Int8, Capability::Int8}},
    {16, {Capability::Int16, Capability::Int16}},
    {32, {Capability::Kernel, Capability::Kernel}},
    {64, {Capability::Int64, Capability::Int64}},
};
constexpr WidthRow float_widths[] = {
    {16, {Capability::Float16, Capability::Float16Buffer}},
    {32, {Capability::Kernel, Capability::Kernel}},
    {64, {Capability::Float64, Capability::Float64}},
};

Outcome check_width(const Reader& reader, std::span<const WidthRow> rows, uint32_t width) {
  for (const WidthRow& row : rows) {
    if (row.width == width) {
      return reader.capabilities.any(row.capabilities)
                 ? Outcome(cargo::success{})
                 : Outcome(fail("a width of " + std::to_string(width) + " needs " +
                                list(std::span(row.capabilities).first(1))));
    }
  }
  return fail("a width of " + std::to_string(width) + " is not supported");
}

Result type_int(Reader& reader, const Inst& inst) {
  const uint32_t width = inst.word(0);
  constexpr uint32_t widest = 64;
  const bool arbitrary = reader.capabilities.has(Capability::ArbitraryPrecisionIntegersINTEL) &&
                         width > 1 && width <= widest;
  if (auto good = check_width(reader, integer_widths, width); !good && !arbitrary) {
    return fail(good.error());
  }
  return declare(reader, inst, TypeKind::integer, llvm::IntegerType::get(reader.context, width),
                 std::bit_ceil((width + 7) / 8));
}

Result type_float(Reader& reader, const Inst& inst) {
  if (inst.count() > 1) { // the one encoding that there is
    if (inst.word(0) != 16) {
      return fail("bfloat16 has a width of 16, not " + std::to_string(inst.word(0)));
    }
    reader.has_bfloat16 = true;
    return declare(reader, inst, TypeKind::floating, llvm::Type::getInt16Ty(reader.context), 2);
  }
  if (auto good = check_width(reader, float_widths, inst.word(0)); !good) {
    return fail(good.error());
  }
  auto* ir = inst.word(0) == 16   ? llvm::Type::getHalfTy(reader.context)
             : inst.word(0) == 32 ? llvm::Type::getFloatTy(reader.context)
                                  : llvm::Type::getDoubleTy(reader.context);
  return declare(reader, inst, TypeKind::floating, ir, inst.word(0) / 8);
}

Result type_vector(Reader& reader, const Inst& inst) {
  const auto element = reader.need_type(inst.word(0));
  if (!element) {
    return fail(element.error());
  }
  const uint32_t count = inst.word(1);
  const bool is_of_pointers = (*element)->kind == TypeKind::pointer &&
                              reader.capabilities.has(Capability::MaskedGatherScatterINTEL);
  if (!(*element)->is_scalar() && !is_of_pointers) {
    return fail("elements of vectors have to be scalars");
  }
  // LLVM 22's SPIR-V back end makes shuffles to other numbers of elements, without the capability.
  const bool is_invented = reader.from_llvm_back_end() && count >= 1 && count <= 16;
  if (count != 2 && count != 3 && count != 4 && count != 8 && count != 16 && !is_invented) {
    return fail("vectors have 2, 3, 4, 8 or 16 elements, not " + std::to_string(count));
  }
  if (count > 4 && !is_invented && !reader.capabilities.has(Capability::Vector16)) {
    return fail("more than 4 elements need capability Vector16");
  }
  Type type;
  type.kind = TypeKind::vector;
  type.element = *element;
  type.count = count;
  type.ir = llvm::FixedVectorType::get(
      is_of_pointers ? llvm::Type::getInt64Ty(reader.context) : (*element)->ir, count);
  type.size = (*element)->size * std::bit_ceil(count);
  reader.has_pointer_vectors |= is_of_pointers;
  return declare(reader, inst, std::move(type));
}

/// A matrix that the work-items of a sub-group share is the vector of those elements that each of
/// them holds (instructions/values/cooperative_matrix.cpp).
Result type_cooperative_matrix(Reader& reader, const Inst& inst) {
  const auto element = reader.need_type(inst.word(0));
  const auto shared_by = scope(reader, inst.word(1));
  const auto rows = reader.integer(inst.word(2)), columns = reader.integer(inst.word(3)),
             use = reader.integer(inst.word(4));
  const auto lanes = matrix_sub_group_size(reader);
  if (!element || !shared_by || !lanes) {
    return fail(!element ? element.error() : !shared_by ? shared_by.error() : lanes.error());
  }
  if (!rows || !columns || !use) {
    return fail("sizes and use of a matrix have to be constants");
  }
  if (!(*element)->is_scalar() || (*element)->kind == TypeKind::boolean) {
    return fail("elements of matrices have to be numbers");
  }
  if (*shared_by != Scope::Subgroup) {
    return fail("the scope of a matrix has to be Subgroup");
  }
  constexpr uint64_t longest = 1024, last_use = 2;
  if (*rows == 0 || *rows > longest || *columns == 0 || *columns > longest || *use > last_use) {
    return fail("there is no matrix of " + std::to_string(*rows) + " by " +
                std::to_string(*columns) + " for use " + std::to_string(*use));
  }
  if (*rows * *columns % *lanes != 0) {
    return fail("a matrix of " + std::to_string(*rows) + " by " + std::to_string(*columns) +
                " cannot be shared by the " + std::to_string(*lanes) +
                " work-items of a sub-group: each has to hold as many elements");
  }
  Type type;
  type.kind = TypeKind::vector;
  type.element = *element;
  type.count = *rows * *columns / *lanes;
  type.matrix = {uint32_t(*rows), uint32_t(*columns)};
  type.ir = llvm::FixedVectorType::get((*element)->ir, unsigned(type.count));
  type.size = (*element)->size * std::bit_ceil(type.count);
  reader.has_matrices = true;
  return declare(reader, inst, std::move(type));
}

Outcome check_member(const Type& type) {
  if (!type.is_storable()) {
    return fail("a type without a size cannot be part of another");
  }
  return type.nesting < max_nesting ? Outcome(cargo::success{})
                                    : Outcome(fail("types are nested too deeply"));
}

Result type_array(Reader& reader, const Inst& inst) {
  const auto element = reader.need_type(inst.word(0));
  if (!element) {
    return fail(element.error());
  }
  if (auto good = check_member(**element); !good) {
    return fail(good.error());
  }
  const auto length = reader.integer(inst.word(1));
  if (!length) {
    return fail(length.error());
  }
  if (*length == 0 || *length > max_type_size / std::max<uint64_t>((*element)->size, 1)) {
    return fail("an array of " + std::to_string(*length) + " elements is not possible");
  }
  Type type;
  type.kind = TypeKind::array;
  type.element = *element;
  type.count = *length;
  type.ir = llvm::ArrayType::get((*element)->ir, *length);
  type.nesting = (*element)->nesting + 1;
  type.size = (*element)->size * *length;
  return declare(reader, inst, std::move(type));
}

Result type_struct(Reader& reader, const Inst& inst) {
  Type type;
  type.kind = TypeKind::structure;
  llvm::SmallVector<llvm::Type*, 16> members;
  for (const uint32_t id : reader.with_continued(inst, {Op::TypeStructContinuedINTEL})) {
    const auto member = reader.need_type(id);
    if (!member) {
      return fail(member.error());
    }
    if (auto good = check_member(**member); !good) {
      return fail(good.error());
    }
    type.members.push_back(*member);
    members.push_back((*member)->ir);
    type.nesting = std::max(type.nesting, (*member)->nesting + 1);
    // Padding before a member is smaller than the largest alignment.
    type.size += (*member)->size + 128;
    if (type.size > max_type_size) {
      return fail("the structure is too large");
    }
  }
  const bool packed = reader.decorations.has(inst.result, Decoration::CPacked);
  const llvm::StringRef name = reader.name(inst.result);
  type.ir = name.empty() ? llvm::StructType::get(reader.context, members, packed)
                         : llvm::StructType::create(reader.context, members, name, packed);
  return declare(reader, inst, std::move(type));
}

Result type_opaque(Reader& reader, const Inst& inst) {
  size_t used = 0;
  return declare(reader, inst, TypeKind::opaque,
                 llvm::StructType::create(reader.context, literal_string(inst.words, used)), 0);
}

Result type_pointer(Reader& reader, const Inst& inst) {
  const auto storage = StorageClass(inst.word(0));
  const auto space = address_space(storage);
  if (!space) {
    return fail("storage class " +
                std::string(find_enumerant(OperandKind::StorageClass, inst.word(0)).name) +
                " is not supported");
  }
  const auto element = reader.need_type(inst.word(1));
  if (!element) {
    return fail(element.error());
  }
  // Completes a type that OpTypeForwardPointer has announced.
  if (const Type* announced = reader.type(inst.result);
      announced && announced->kind == TypeKind::pointer && !announced->element) {
    if (announced->storage != storage) {
      return fail("the pointer was announced with another storage class");
    }
    const_cast<Type*>(announced)->element = *element;
    return nullptr;
  }
  Type type;
  type.kind = TypeKind::pointer;
  type.element = *element;
  type.storage = storage;
  type.ir = llvm::PointerType::get(reader.context, *space);
  type.size = 8;
  return declare(reader, inst, std::move(type));
}

Result type_forward_pointer(Reader& reader, const Inst& inst) {
  const auto space = address_space(StorageClass(inst.word(1)));
  if (!space) {
    return fail("the storage class is not supported");
  }
  Type type;
  type.kind = TypeKind::pointer;
  type.storage = StorageClass(inst.word(1));
  type.ir = llvm::PointerType::get(reader.context, *space);
  type.size = 8;
  if (auto done = reader.define(inst.word(0),
                                {IdKind::type, reader.add(std::move(type)), nullptr, nullptr, 0});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result type_function(Reader& reader, const Inst& inst) {
  const auto result = reader.need_type(inst.word(0));
  if (!result) {
    return fail(result.error());
  }
  if ((*result)->kind != TypeKind::nothing && !(*result)->is_storable()) {
    return fail(id_text(inst.word(0)) + " cannot be returned");
  }
  Type type;
  type.kind = TypeKind::function;
  type.element = *result;
  llvm::SmallVector<llvm::Type*, 8> parameters;
  for (const uint32_t id : inst.from(1)) {
    const auto parameter = reader.need_type(id);
    if (!parameter) {
      return fail(parameter.error());
    }
    if (!(*parameter)->is_storable()) {
      return fail(id_text(id) + " cannot be a parameter");
    }
    type.members.push_back(*parameter);
    parameters.push_back((*parameter)->ir);
  }
  type.ir = llvm::FunctionType::get((*result)->ir, parameters, false);
  return declare(reader, inst, std::move(type));
}

Result type_image(Reader& reader, const Inst& inst) {
  if (!reader.options.images) {
    return fail("this device does not support images");
  }
  const auto sampled = reader.need_type(inst.word(0));
  if (!sampled) {
    return fail(sampled.error());
  }
  Type type;
  type.kind = TypeKind::image;
  type.image = {Dim(inst.word(1)),
                inst.word(2),
                inst.word(3),
                inst.word(4),
                inst.word(5),
                inst.word(6),
                inst.count() > 7 ? AccessQualifier(inst.word(7)) : AccessQualifier::ReadOnly};
  const ImageShape& shape = type.image;
  const bool has_dimensions = shape.dim == Dim::Dim1D || shape.dim == Dim::Dim2D ||
                              shape.dim == Dim::Dim3D || shape.dim == Dim::Buffer;
  if (!has_dimensions || shape.multisampled || shape.depth > 1 || shape.arrayed > 1 ||
      (shape.arrayed && shape.dim != Dim::Dim1D && shape.dim != Dim::Dim2D)) {
    return fail("OpenCL has no such images");
  }
  type.ir = llvm::TargetExtType::get(
      reader.context, "spirv.Image", {llvm::Type::getVoidTy(reader.context)},
      {uint32_t(shape.dim), shape.depth, shape.arrayed, 0, 0, 0, uint32_t(shape.access)});
  type.size = 8;
  return declare(reader, inst, std::move(type));
}

Result type_sampler(Reader& reader, const Inst& inst) {
  if (!reader.options.images) {
    return fail("this device does not support samplers");
  }
  return declare(reader, inst, TypeKind::sampler,
                 llvm::TargetExtType::get(reader.context, "spirv.Sampler"), 8);
}

Result type_sampled_image(Reader& reader, const Inst& inst) {
  const auto image = reader.need_type(inst.word(0));
  if (!image || (*image)->kind != TypeKind::image) {
    return fail(id_text(inst.word(0)) + " is not an image type");
  }
  Type type;
  type.kind = TypeKind::sampled_image;
  type.element = *image;
  return declare(reader, inst, std::move(type));
}

Result type_event(Reader& reader, const Inst& inst) {
  return declare(reader, inst, TypeKind::event,
                 llvm::TargetExtType::get(reader.context, "spirv.Event"), 8);
}

Result type_pipe(Reader& reader, const Inst& inst) {
  const auto access = AccessQualifier(inst.word(0));
  if (access != AccessQualifier::ReadOnly && access != AccessQualifier::WriteOnly) {
    return fail("a pipe is read or written, not both");
  }
  Type type;
  type.kind = TypeKind::pipe;
  type.image.access = access;
  type.ir = llvm::TargetExtType::get(reader.context, "spirv.Pipe", {}, {uint32_t(access)});
  type.size = 8;
  return declare(reader, inst, std::move(type));
}

Result type_reserve_id(Reader& reader, const Inst& inst) {
  return declare(reader, inst, TypeKind::reserve_id,
                 llvm::TargetExtType::get(reader.context, "spirv.ReserveId"), 8);
}

Result type_queue(Reader& reader, const Inst& inst) {
  return declare(reader, inst, TypeKind::queue,
                 llvm::TargetExtType::get(reader.context, "spirv.Queue"), 8);
}

Result type_named_barrier(Reader& reader, const Inst& inst) {
  return declare(reader, inst, TypeKind::named_barrier, llvm::PointerType::get(reader.context, 3),
                 8);
}

Result type_device_event(Reader& reader, const Inst& inst) {
  return declare(reader, inst, TypeKind::device_event,
                 llvm::TargetExtType::get(reader.context, "spirv.DeviceEvent"), 8);
}

constexpr HandlerRow rows[] = {
    {Op::TypeVoid, nullptr,
     [](Reader& r, const Inst& i) {
       return declare(r, i, TypeKind::nothing, llvm::Type::getVoidTy(r.context), 0);
     }},
    {Op::TypeBool, nullptr,
     [](Reader& r, const Inst& i) {
       return declare(r, i, TypeKind::boolean, llvm::Type::getInt1Ty(r.context), 1);
     }},
    {Op::TypeInt, nullptr, type_int},
    {Op::TypeFloat, nullptr, type_float},
    {Op::TypeVector, nullptr, type_vector},
    {Op::TypeCooperativeMatrixKHR, nullptr, type_cooperative_matrix},
    {Op::TypeArray, nullptr, type_array},
    {Op::TypeStruct, nullptr, type_struct},
    {Op::TypeStructContinuedINTEL, nullptr,
     [](Reader&, const Inst&) -> Result { return nullptr; }}, // read with what it continues
    {Op::TypeOpaque, nullptr, type_opaque},
    {Op::TypePointer, nullptr, type_pointer},
    {Op::TypeForwardPointer, nullptr, type_forward_pointer},
    {Op::TypeFunction, nullptr, type_function},
    {Op::TypeImage, nullptr, type_image},
    {Op::TypeSampler, nullptr, type_sampler},
    {Op::TypeSampledImage, nullptr, type_sampled_image},
    {Op::TypeEvent, nullptr, type_event},
    {Op::TypePipe, nullptr, type_pipe},
    {Op::TypeReserveId, nullptr, type_reserve_id},
    {Op::TypeQueue, nullptr, type_queue},
    {Op::TypeDeviceEvent, nullptr, type_device_event},
    {Op::TypeNamedBarrier, nullptr, type_named_barrier},
};

} // namespace

std::span<const HandlerRow> type_rows() { return rows; }

} // namespace spirv_ll

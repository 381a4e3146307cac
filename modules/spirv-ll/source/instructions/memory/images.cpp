// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.10, images: functions of OpenCL C.
#include "built_ins/builtin_call.h"
#include "reader/handlers.h"

#include <bit>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;

/// An operand that has to be an image.
cargo::expected<Argument, std::string> image(Reader& reader, uint32_t id) {
  auto made = argument(reader, id);
  if (made && made->parameter.type->kind != TypeKind::image) {
    return fail(id_text(id) + " is not an image");
  }
  return made;
}

struct ImageOperands {
  bool zero_extends = false;
  uint32_t lod = 0;           ///< id, 0 if there is none
  uint32_t gradients[2] = {}; ///< likewise
};

/// The image operands that begin at `words` (3.14). Each bit's operands follow in order.
cargo::expected<ImageOperands, std::string> image_operands(std::span<const uint32_t> words) {
  ImageOperands operands;
  if (words.empty()) {
    return operands;
  }
  const uint32_t bits = words[0];
  constexpr uint32_t taken = ImageOperandsBits::Lod | ImageOperandsBits::Grad |
                             ImageOperandsBits::SignExtend | ImageOperandsBits::ZeroExtend |
                             ImageOperandsBits::Nontemporal;
  if (bits & ~taken) {
    return fail("image operands other than Lod and Grad are not supported");
  }
  operands.zero_extends = bits & ImageOperandsBits::ZeroExtend;
  if (bits & ImageOperandsBits::Lod) {
    operands.lod = words[1];
  } else if (bits & ImageOperandsBits::Grad) {
    operands.gradients[0] = words[1];
    operands.gradients[1] = words[2];
  }
  return operands;
}

/// The suffix of the names of functions that read or write elements of `type`.
std::string element_suffix(const Type& type, bool zero_extends) {
  const Type& element = type.kind == TypeKind::vector ? *type.element : type;
  if (element.kind == TypeKind::floating) {
    return element.ir->isHalfTy() ? "h" : "f";
  }
  return zero_extends ? "ui" : "i";
}

Outcome check_texel(const Type* type) {
  const bool is_vector = type && type->kind == TypeKind::vector && type->count == 4;
  const Type* element = is_vector ? type->element : type;
  return element && !element->is_bfloat16() &&
                 (element->kind == TypeKind::floating || element->kind == TypeKind::integer)
             ? Outcome(cargo::success{})
             : Outcome(fail("texels are numbers or vectors of four"));
}

Result sampled_image(Reader& reader, const Inst& inst) {
  const auto from = image(reader, inst.word(0));
  const auto sampler = argument(reader, inst.word(1));
  const auto type = reader.need_type(inst.type);
  if (!from || !sampler || !type) {
    return fail(!from ? from.error() : sampler ? type.error() : sampler.error());
  }
  if ((*type)->kind != TypeKind::sampled_image || (*type)->element != from->parameter.type ||
      sampler->parameter.type->kind != TypeKind::sampler) {
    return fail("it makes a sampled image of an image and a sampler");
  }
  // The sampler is needed for its type.
  if (auto done = reader.define(
          inst.result, {IdKind::sampled, *type, from->value, sampler->value, inst.word(1)});
      !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result image_of(Reader& reader, const Inst& inst) {
  const Id& sampled = reader.ids[inst.word(0)];
  if (sampled.kind != IdKind::sampled) {
    return fail(id_text(inst.word(0)) + " is not a sampled image");
  }
  return sampled.value;
}

/// The level of detail, or the gradients, that a read with a sampler has. The constant 0, the level
/// of reads without one, is left out.
Outcome add_detail(Reader& reader, const ImageOperands& operands,
                   llvm::SmallVectorImpl<Argument>& arguments) {
  if (operands.lod) {
    const auto lod = argument(reader, operands.lod);
    if (!lod) {
      return fail(lod.error());
    }
    const auto* constant = llvm::dyn_cast<llvm::Constant>(lod->value);
    if (!lod->value->getType()->isFloatTy()) {
      return fail("a level of detail is a float");
    }
    if (!constant || !constant->isZeroValue()) {
      arguments.push_back(*lod);
    }
    return cargo::success{};
  }
  if (!operands.gradients[0]) {
    return fail("it needs a level of detail or gradients");
  }
  for (const uint32_t id : operands.gradients) {
    const auto gradient = argument(reader, id);
    if (!gradient) {
      return fail(gradient.error());
    }
    arguments.push_back(*gradient);
  }
  return cargo::success{};
}

Result sample(Reader& reader, const Inst& inst) {
  const Id sampled = reader.ids[inst.word(0)];
  const auto coordinate = argument(reader, inst.word(1), Sign::with);
  const auto operands = image_operands(inst.from(2));
  const Type* type = reader.type(inst.type);
  if (sampled.kind != IdKind::sampled || !coordinate || !operands) {
    return fail(!coordinate ? coordinate.error()
                : operands  ? "the first operand is not a sampled image"
                            : operands.error());
  }
  if (auto good = check_texel(type); !good) {
    return fail(good.error());
  }
  llvm::SmallVector<Argument, 5> arguments = {{sampled.value, {sampled.type->element}},
                                              {sampled.second, {reader.type_of(sampled.number)}},
                                              *coordinate};
  if (auto good = add_detail(reader, *operands, arguments); !good) {
    return fail(good.error());
  }
  return call_builtin(reader, "read_image" + element_suffix(*type, operands->zero_extends), *type,
                      arguments, Effect::any);
}

Result read(Reader& reader, const Inst& inst) {
  const auto from = image(reader, inst.word(0));
  const auto coordinate = argument(reader, inst.word(1), Sign::with);
  const auto operands = image_operands(inst.from(2));
  const Type* type = reader.type(inst.type);
  if (!from || !coordinate || !operands) {
    return fail(!from ? from.error() : coordinate ? operands.error() : coordinate.error());
  }
  if (auto good = check_texel(type); !good) {
    return fail(good.error());
  }
  return call_builtin(reader, "read_image" + element_suffix(*type, operands->zero_extends), *type,
                      {*from, *coordinate}, Effect::any);
}

Result write(Reader& reader, const Inst& inst) {
  const auto to = image(reader, inst.word(0));
  const auto coordinate = argument(reader, inst.word(1), Sign::with);
  const auto operands = image_operands(inst.from(3));
  if (!to || !coordinate || !operands) {
    return fail(!to ? to.error() : coordinate ? operands.error() : coordinate.error());
  }
  const Sign sign = operands->zero_extends ? Sign::without : Sign::with;
  const auto texel = argument(reader, inst.word(2), sign);
  if (!texel) {
    return fail(texel.error());
  }
  if (auto good = check_texel(texel->parameter.type); !good) {
    return fail(good.error());
  }
  llvm::SmallVector<Argument, 4> arguments = {*to, *coordinate};
  if (operands->lod) {
    const auto level = argument(reader, operands->lod, Sign::with);
    if (!level || !level->value->getType()->isIntegerTy(32)) {
      return fail(level ? "a level that is written is an integer of 32 bits" : level.error());
    }
    arguments.push_back(*level);
  }
  arguments.push_back(*texel);
  Type nothing;
  nothing.ir = reader.builder.getVoidTy();
  const auto done = call_builtin(
      reader, "write_image" + element_suffix(*texel->parameter.type, operands->zero_extends),
      nothing, arguments, Effect::any);
  return done ? Result(nullptr) : done;
}

/// Width, height, depth as the dimensions have them, then the number of layers.
Result query_size(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  const auto from = image(reader, inst.word(0));
  if (!from) {
    return fail(from.error());
  }
  const ImageShape& shape = from->parameter.type->image;
  llvm::SmallVector<const char*, 3> names = {"get_image_width"};
  if (shape.dim == Dim::Dim2D || shape.dim == Dim::Dim3D) {
    names.push_back("get_image_height");
  }
  if (shape.dim == Dim::Dim3D) {
    names.push_back("get_image_depth");
  }
  if (shape.arrayed) {
    names.push_back("get_image_array_size");
  }
  const Type* type = reader.type(inst.type);
  const bool is_vector = type && type->kind == TypeKind::vector;
  const Type* element = is_vector ? type->element : type;
  if (!element || element->kind != TypeKind::integer ||
      (is_vector ? type->count : 1) != names.size()) {
    return fail("the result has to be " + std::to_string(names.size()) + " integers");
  }
  llvm::Value* made = is_vector ? llvm::PoisonValue::get(type->ir) : nullptr;
  for (size_t i = 0; i < names.size(); ++i) {
    const bool is_layers = llvm::StringRef(names[i]) == "get_image_array_size";
    Type part;
    part.kind = TypeKind::integer;
    part.ir = is_layers ? b.getInt64Ty() : b.getInt32Ty();
    const auto size = call_builtin(reader, names[i], part, *from, Effect::pure);
    if (!size) {
      return size;
    }
    auto* cast = b.CreateZExtOrTrunc(*size, element->ir);
    made = is_vector ? b.CreateInsertElement(made, cast, uint64_t(i)) : cast;
  }
  return made;
}

/// OpenCL C's functions give CL_... numbers; SPIR-V counts the same from 0.
Result query(Reader& reader, const Inst& inst, const char* name, uint32_t first) {
  const auto from = image(reader, inst.word(0));
  const Type* type = reader.type(inst.type);
  if (!from || !type || !type->ir || !type->ir->isIntegerTy(32)) {
    return fail(from ? "the result has to be an integer of 32 bits" : from.error());
  }
  const auto number = call_builtin(reader, name, *type, *from, Effect::pure);
  return number ? Result(reader.builder.CreateSub(*number, reader.builder.getInt32(first)))
                : number;
}

/// What the host has given the kernel as a number of 64 bits, as addresses have.
Result of_handle(Reader& reader, const Inst& inst, TypeKind wanted, llvm::StringRef name) {
  const auto handle = argument(reader, inst.word(0));
  const Type* type = reader.type(inst.type);
  if (!handle || !type || type->kind != wanted) {
    return fail(!handle                     ? handle.error()
                : wanted == TypeKind::image ? "the result has to be an image"
                                            : "the result has to be a sampler");
  }
  if (!handle->value->getType()->isIntegerTy(64)) {
    return fail("a handle is an integer of 64 bits");
  }
  return reader.call(name.str() + "." + opaque_name(*type), type->ir, {handle->value},
                     Effect::pure);
}

constexpr uint32_t first_channel_type = 0x10D0, first_channel_order = 0x10B0;

constexpr HandlerRow rows[] = {
    {Op::SampledImage, nullptr, sampled_image},
    {Op::Image, nullptr, image_of},
    {Op::ImageSampleExplicitLod, nullptr, sample},
    {Op::ImageRead, nullptr, read},
    {Op::ImageWrite, nullptr, write},
    {Op::ConvertHandleToImageINTEL, nullptr,
     [](Reader& r, const Inst& i) { return of_handle(r, i, TypeKind::image, image_of_handle); }},
    {Op::ConvertHandleToSamplerINTEL, nullptr,
     [](Reader& r, const Inst& i) {
       return of_handle(r, i, TypeKind::sampler, sampler_of_handle);
     }},
    {Op::ConvertHandleToSampledImageINTEL, nullptr,
     [](Reader&, const Inst&) {
       return Result(fail("the host gives handles of images and of samplers, not of both in one"));
     }},
    {Op::ImageQuerySizeLod, nullptr, query_size},
    {Op::ImageQuerySize, nullptr, query_size},
    {Op::ImageQueryLevels, nullptr,
     [](Reader& r, const Inst& i) { return query(r, i, "get_image_num_mip_levels", 0); }},
    {Op::ImageQueryFormat, nullptr,
     [](Reader& r, const Inst& i) {
       return query(r, i, "get_image_channel_data_type",
                    r.forgets_channel_types_offset() ? 0 : first_channel_type);
     }},
    {Op::ImageQueryOrder, nullptr,
     [](Reader& r, const Inst& i) {
       return query(r, i, "get_image_channel_order", first_channel_order);
     }},
};

} // namespace

std::span<const HandlerRow> image_rows() { return rows; }

} // namespace spirv_ll

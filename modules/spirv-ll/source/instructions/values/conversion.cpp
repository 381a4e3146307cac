// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.11, conversions. With a rounding mode, or saturating, they are
// functions of OpenCL C, and folded if the operand is a constant; otherwise LLVM's casts.
#include "built_ins/mangle.h"
#include "instructions/values/bfloat16.h"
#include "instructions/values/fold_conversion.h"
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

using Cast = llvm::Instruction::CastOps;

constexpr const char* rounding_suffix(uint32_t mode) {
  constexpr const char* suffixes[] = {"_rte", "_rtz", "_rtp", "_rtn"};
  return mode < 4 ? suffixes[mode] : "";
}

/// OpenCL C's convert functions round to integers towards zero by themselves, else to nearest.
llvm::RoundingMode rounding_mode(std::string_view suffix, const Type& to) {
  if (suffix == "_rte" || (suffix.empty() && to.kind != TypeKind::integer)) {
    return llvm::RoundingMode::NearestTiesToEven;
  }
  return suffix == "_rtp"   ? llvm::RoundingMode::TowardPositive
         : suffix == "_rtn" ? llvm::RoundingMode::TowardNegative
                            : llvm::RoundingMode::TowardZero;
}

/// convert_<type>[_sat][_<mode>].
Result convert_call(Reader& reader, const Inst& inst, Sign from, Sign to, bool saturates,
                    const char* rounding) {
  const Type* result = reader.type(inst.type);
  const Type* source = reader.type_of(inst.word(0));
  if (!source || source->ir != inst.args[0]->getType()) {
    return fail("the operand has no type to convert from");
  }
  const Type& element = result->kind == TypeKind::vector ? *result->element : *result;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(inst.args[0])) {
    if (auto* folded = fold_conversion(
            *constant, *result->ir,
            {from == Sign::with, to == Sign::with, rounding_mode(rounding, element)})) {
      return folded;
    }
  }
  std::string name = "convert_";
  name += to == Sign::without && element.kind == TypeKind::integer ? "u" : "";
  name += type_name(*result);
  name += saturates ? "_sat" : "";
  name += rounding;
  return reader.call(mangle(name, {{source, from}}), result->ir, inst.args, Reader::Effect::pure);
}

template <Cast Operation, Sign From, Sign To> Result convert(Reader& reader, const Inst& inst) {
  const auto mode = reader.decorations.number(inst.result, Decoration::FPRoundingMode);
  const bool saturates = reader.decorations.has(inst.result, Decoration::SaturatedConversion);
  // To nearest even is what casts to floating-point types do.
  const bool casts_to_nearest =
      Operation == Cast::SIToFP || Operation == Cast::UIToFP || Operation == Cast::FPTrunc;
  if (saturates || (mode && !(casts_to_nearest && *mode == uint32_t(FPRoundingMode::RTE)))) {
    return convert_call(reader, inst, From, To, saturates, mode ? rounding_suffix(*mode) : "");
  }
  return reader.builder.CreateCast(Operation, inst.args[0], reader.type(inst.type)->ir);
}

Result convert_float(Reader& reader, const Inst& inst) {
  llvm::Type* type = reader.type(inst.type)->ir;
  const unsigned from = inst.args[0]->getType()->getScalarSizeInBits();
  const unsigned to = type->getScalarSizeInBits();
  if (from == to) {
    return inst.args[0];
  }
  return from < to ? Result(reader.builder.CreateFPExt(inst.args[0], type))
                   : convert<Cast::FPTrunc, Sign::none, Sign::none>(reader, inst);
}

template <Sign Both> Result convert_int(Reader& reader, const Inst& inst) {
  if (reader.decorations.has(inst.result, Decoration::SaturatedConversion)) {
    return convert_call(reader, inst, Both, Both, true, "");
  }
  llvm::Type* type = reader.type(inst.type)->ir;
  return reader.builder.CreateIntCast(inst.args[0], type, Both == Sign::with);
}

/// OpSatConvertSToU and OpSatConvertUToS: both sides have one width or two.
template <Sign From, Sign To> Result saturate(Reader& reader, const Inst& inst) {
  return convert_call(reader, inst, From, To, true, "");
}

/// To half and back; denormal halves become zero.
Result quantize(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* type = inst.args[0]->getType();
  if (!type->getScalarType()->isFloatTy()) {
    return fail("the operand has to be of 32 bits");
  }
  llvm::Type* half = b.getHalfTy();
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    half = llvm::FixedVectorType::get(half, vector->getNumElements());
  }
  auto* rounded = b.CreateFPExt(b.CreateFPTrunc(inst.args[0], half), type);
  auto* size = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, rounded);
  constexpr double min_normal_half = 0x1p-14;
  auto* is_small = b.CreateFCmpOLT(size, llvm::ConstantFP::get(type, min_normal_half));
  auto* zero = b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign,
                                       llvm::Constant::getNullValue(type), rounded);
  return b.CreateSelect(is_small, zero, rounded);
}

Result pointer_to_integer(Reader& reader, const Inst& inst) {
  return reader.builder.CreatePtrToInt(inst.args[0], reader.type(inst.type)->ir);
}
Result integer_to_pointer(Reader& reader, const Inst& inst) {
  return reader.builder.CreateIntToPtr(inst.args[0], reader.type(inst.type)->ir);
}

Result cast_pointer(Reader& reader, const Inst& inst) {
  llvm::Type* type = reader.type(inst.type)->ir;
  const unsigned from = inst.args[0]->getType()->getPointerAddressSpace();
  const unsigned to = type->getPointerAddressSpace();
  constexpr unsigned generic = 4;
  if (from != to && from != generic && to != generic) {
    return fail("one of the storage classes has to be Generic");
  }
  return reader.builder.CreateAddrSpaceCast(inst.args[0], type);
}

/// Null unless the pointer is of the storage class: a function that asks the address.
Result cast_explicitly(Reader& reader, const Inst& inst) {
  llvm::Type* type = reader.type(inst.type)->ir;
  constexpr const char* names[] = {"__to_private", "__to_global", nullptr, "__to_local"};
  const unsigned to = type->getPointerAddressSpace();
  if (inst.args[0]->getType()->getPointerAddressSpace() != 4 || to > 3 || !names[to]) {
    return fail("it casts from Generic to CrossWorkgroup, Workgroup or Function");
  }
  return reader.call(names[to], type, inst.args, Reader::Effect::pure);
}

Result bitcast(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* from = inst.args[0]->getType();
  llvm::Type* to = reader.type(inst.type)->ir;
  const auto is_plain = [](llvm::Type* type) {
    return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy();
  };
  if (from->isPointerTy() && to->isPointerTy()) {
    return from == to ? Result(inst.args[0])
                      : fail("the pointers are of different storage classes");
  }
  // Pointers are numbers of 64 bits here, which may also be vectors.
  if (from->isPointerTy() && is_plain(to) && to->getPrimitiveSizeInBits() == 64) {
    return b.CreateBitCast(b.CreatePtrToInt(inst.args[0], b.getInt64Ty()), to);
  }
  if (to->isPointerTy() && is_plain(from) && from->getPrimitiveSizeInBits() == 64) {
    return b.CreateIntToPtr(b.CreateBitCast(inst.args[0], b.getInt64Ty()), to);
  }
  if (!is_plain(from) || !is_plain(to) ||
      from->getPrimitiveSizeInBits() != to->getPrimitiveSizeInBits()) {
    return fail("the types have different sizes");
  }
  return b.CreateBitCast(inst.args[0], to);
}

Result to_bfloat(Reader& reader, const Inst& inst) {
  if (!inst.args[0]->getType()->getScalarType()->isFloatTy() ||
      reader.type(inst.type)->ir->getScalarSizeInBits() != 16) {
    return fail("it converts from 32 bits to an integer of 16");
  }
  return narrow_to_bfloat16(reader.builder, *inst.args[0]);
}

Result from_bfloat(Reader& reader, const Inst& inst) {
  if (!reader.type(inst.type)->ir->getScalarType()->isFloatTy() ||
      inst.args[0]->getType()->getScalarSizeInBits() != 16) {
    return fail("it converts from an integer of 16 bits to 32");
  }
  return widen_bfloat16(reader.builder, *inst.args[0]);
}

/// Ten bits behind the point, to nearest, ties away from zero; NaNs stay NaNs.
Result round_to_tensor_float(Reader& reader, const Inst& inst) {
  auto& b = reader.builder;
  llvm::Type* type = inst.args[0]->getType();
  if (!type->getScalarType()->isFloatTy()) {
    return fail("the operand has to be of 32 bits");
  }
  llvm::Type* wide = with_element(*type, *b.getInt32Ty());
  const auto number = [&](uint32_t value) { return llvm::ConstantInt::get(wide, value); };
  auto* bits = b.CreateBitCast(inst.args[0], wide);
  auto* nan = b.CreateOr(bits, number(0x400000));
  auto* chosen = b.CreateSelect(b.CreateFCmpUNO(inst.args[0], inst.args[0]), nan,
                                b.CreateAdd(bits, number(0x1000)));
  return b.CreateBitCast(b.CreateAnd(chosen, number(0xffffe000)), type);
}

constexpr HandlerRow rows[] = {
    {Op::ConvertFToU, "i fw", convert<Cast::FPToUI, Sign::none, Sign::without>},
    {Op::ConvertFToS, "i fw", convert<Cast::FPToSI, Sign::none, Sign::with>},
    {Op::ConvertSToF, "f iw", convert<Cast::SIToFP, Sign::with, Sign::none>},
    {Op::ConvertUToF, "f iw", convert<Cast::UIToFP, Sign::without, Sign::none>},
    {Op::UConvert, "i iw", convert_int<Sign::without>},
    {Op::SConvert, "i iw", convert_int<Sign::with>},
    {Op::FConvert, "f fw", convert_float},
    {Op::QuantizeToF16, "f =", quantize},
    {Op::ConvertPtrToU, "is p", pointer_to_integer},
    {Op::SatConvertSToU, "i iw", saturate<Sign::with, Sign::without>},
    {Op::SatConvertUToS, "i iw", saturate<Sign::without, Sign::with>},
    {Op::ConvertUToPtr, "p is", integer_to_pointer},
    {Op::PtrCastToGeneric, "p p", cast_pointer},
    {Op::GenericCastToPtr, "p p", cast_pointer},
    {Op::CrossWorkgroupCastToPtrINTEL,
     "p =", [](Reader&, const Inst& i) -> Result { return i.args[0]; }},
    {Op::PtrCastToCrossWorkgroupINTEL,
     "p =", [](Reader&, const Inst& i) -> Result { return i.args[0]; }},
    {Op::GenericCastToPtrExplicit, "p p", cast_explicitly},
    {Op::Bitcast, "v v", bitcast},
    {Op::ConvertFToBF16INTEL, "i fw", to_bfloat},
    {Op::ConvertBF16ToFINTEL, "f iw", from_bfloat},
    {Op::RoundFToTF32INTEL, "f =", round_to_tensor_float},
};

} // namespace

std::span<const HandlerRow> conversion_rows() { return rows; }

} // namespace spirv_ll

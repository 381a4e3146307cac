// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.1 and 3.49.4 (miscellaneous), 3.49.5 (mode setting): a module's
// requirements and the execution modes of its entry points.
#include "built_ins/builtin_call.h"
#include "instructions/scopes.h"
#include "reader/handlers.h"

namespace spirv_ll {
namespace {

Result undef(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type) {
    return fail(type.error());
  }
  if (!(*type)->is_storable()) {
    return fail("the result type has no values");
  }
  // Nothing can be done with such an image or sampler; optimizers pass it for an argument that is
  // not used.
  if (const auto* target = llvm::dyn_cast<llvm::TargetExtType>((*type)->ir);
      target && !target->hasProperty(llvm::TargetExtType::HasZeroInit)) {
    return llvm::UndefValue::get((*type)->ir);
  }
  // Unlike LLVM's undef, all uses see the same value; any will do. Poison would spread.
  return llvm::Constant::getNullValue((*type)->ir);
}

Result nothing(Reader&, const Inst&) { return nullptr; }

Result capability(Reader& reader, const Inst& inst) {
  if (auto done = reader.capabilities.declare(Capability(inst.word(0))); !done) {
    return fail(done.error());
  }
  return nullptr;
}

Result extension(Reader&, const Inst& inst) {
  size_t used = 0;
  const std::string name = literal_string(inst.words, used);
  if (!is_known_extension(name)) {
    return fail("extension '" + name + "' is not supported");
  }
  return nullptr;
}

Result memory_model(Reader& reader, const Inst& inst) {
  if (reader.has_memory_model) {
    return fail("there is one already");
  }
  if (AddressingModel(inst.word(0)) != AddressingModel::Physical64) {
    return fail("the addressing model has to be Physical64: the device's addresses have 64 bits");
  }
  if (MemoryModel(inst.word(1)) != MemoryModel::OpenCL &&
      MemoryModel(inst.word(1)) != MemoryModel::Vulkan) {
    return fail("the memory model has to be OpenCL");
  }
  reader.has_memory_model = true;
  return nullptr;
}

Result entry_point(Reader& reader, const Inst& inst) {
  if (ExecutionModel(inst.word(0)) != ExecutionModel::Kernel) {
    return fail("the execution model has to be Kernel");
  }
  size_t used = 0;
  std::string name = literal_string(inst.from(2), used);
  for (const EntryPoint& other : reader.entry_points) {
    if (other.name == name) {
      return fail("there are two entry points '" + name + "'");
    }
  }
  reader.entry_points.push_back({inst.word(1), std::move(name)});
  return nullptr;
}

Result execution_mode(Reader& reader, const Inst& inst) {
  reader.execution_modes.push_back({inst.word(0), ExecutionMode(inst.word(1)), inst.from(2)});
  return nullptr;
}

Result size_of(Reader& reader, const Inst& inst) {
  const Type* pointer = reader.type_of(inst.word(0));
  if (!pointer || pointer->kind != TypeKind::pointer || !pointer->element ||
      !pointer->element->is_storable()) {
    return fail(id_text(inst.word(0)) + " is not a pointer to something that has a size");
  }
  const auto type = reader.need_type(inst.type);
  if (!type || !(*type)->ir->isIntegerTy(32)) {
    return fail("the result has to be an integer of 32 bits");
  }
  const uint64_t size = reader.module.getDataLayout().getTypeAllocSize(pointer->element->ir);
  if (size > UINT32_MAX) {
    return fail("the size does not fit 32 bits");
  }
  return reader.builder.getInt32(uint32_t(size));
}

/// SPV_KHR_shader_clock: a number of 64 bits, or its halves, the lower one first.
Result read_clock(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  const auto asked = scope(reader, inst.word(0));
  if (!type || !asked) {
    return fail(type ? asked.error() : type.error());
  }
  std::string name = "clock_read_";
  const Type& result = **type;
  if (result.ir == llvm::FixedVectorType::get(reader.builder.getInt32Ty(), 2)) {
    name += "hilo_";
  } else if (!result.ir->isIntegerTy(64)) {
    return fail("the result has to be an integer of 64 bits or a vector of two of 32 bits");
  }
  switch (*asked) {
  case Scope::Device:
    return call_builtin(reader, name + "device", result, {}, Reader::Effect::any);
  case Scope::Workgroup:
    return call_builtin(reader, name + "work_group", result, {}, Reader::Effect::any);
  case Scope::Subgroup:
    return call_builtin(reader, name + "sub_group", result, {}, Reader::Effect::any);
  default:
    return fail("the scope has to be Device, Workgroup or Subgroup");
  }
}

constexpr HandlerRow rows[] = {
    {Op::ReadClockKHR, nullptr, read_clock},
    {Op::Nop, nullptr, nothing},
    {Op::Undef, nullptr, undef},
    {Op::SizeOf, nullptr, size_of},
    {Op::AssumeTrueKHR, "- bs",
     [](Reader& r, const Inst& i) -> Result { return r.builder.CreateAssumption(i.args[0]); }},
    {Op::ExpectKHR, "v = =",
     [](Reader& r, const Inst& i) -> Result {
       // LLVM expects integers, and vectors of them not at all; it is a hint.
       if (!i.args[0]->getType()->isIntegerTy() || !llvm::isa<llvm::Constant>(i.args[1])) {
         return i.args[0];
       }
       return r.builder.CreateIntrinsic(llvm::Intrinsic::expect, {i.args[0]->getType()},
                                        {i.args[0], i.args[1]});
     }},
    {Op::ArithmeticFenceEXT, "v =", [](Reader&, const Inst& i) -> Result { return i.args[0]; }},
};

constexpr HandlerRow modes[] = {
    {Op::Capability, nullptr, capability},        {Op::Extension, nullptr, extension},
    {Op::MemoryModel, nullptr, memory_model},     {Op::EntryPoint, nullptr, entry_point},
    {Op::ExecutionMode, nullptr, execution_mode}, {Op::ExecutionModeId, nullptr, execution_mode},
};

} // namespace

std::span<const HandlerRow> miscellaneous_rows() { return rows; }
std::span<const HandlerRow> mode_rows() { return modes; }

} // namespace spirv_ll

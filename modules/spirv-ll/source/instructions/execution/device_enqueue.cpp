// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR-V specification 3.49.22, device-side enqueue: the functions that Clang calls for those of
// OpenCL C, which the pass lower-enqueue knows.
#include "reader/handlers.h"

#include <algorithm>
#include <llvm/ADT/STLExtras.h>

namespace spirv_ll {
namespace {

using Effect = Reader::Effect;
using Arguments = llvm::SmallVector<llvm::Value*, 12>;

/// The required kind of an operand.
enum class Role : uint8_t { queue, event, number, events, range, kernel, literal, size, memory };

bool is_number(const llvm::Value& value) { return value.getType()->isIntegerTy(32); }

llvm::Value* generic(Reader& reader, llvm::Value* pointer) {
  return reader.builder.CreateAddrSpaceCast(pointer, llvm::PointerType::get(reader.context, 4));
}

/// A kernel that runs a function, as Clang makes one of a block.
Outcome add_kernel(Reader& reader, uint32_t id, Arguments& arguments) {
  llvm::Function* function = reader.functions.lookup(id);
  if (!function || function->arg_empty() || !function->getReturnType()->isVoidTy() ||
      !function->getArg(0)->getType()->isPointerTy()) {
    return fail(id_text(id) + " is not a function that takes a pointer and gives nothing");
  }
  if (function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
    const std::string name = (function->getName() + ".enqueued").str();
    llvm::Function* known = reader.module.getFunction(name);
    if (!known) {
      known = llvm::Function::Create(function->getFunctionType(),
                                     llvm::GlobalValue::InternalLinkage, name, reader.module);
      known->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
      llvm::IRBuilder<> builder(llvm::BasicBlock::Create(reader.context, "entry", known));
      llvm::SmallVector<llvm::Value*> passed;
      for (llvm::Argument& argument : known->args()) {
        passed.push_back(&argument);
      }
      builder.CreateCall(function, passed)->setCallingConv(function->getCallingConv());
      builder.CreateRetVoid();
    }
    function = known;
  }
  arguments.push_back(
      llvm::ConstantExpr::getAddrSpaceCast(function, llvm::PointerType::get(reader.context, 4)));
  return cargo::success{};
}

/// A pointer to the structure that OpBuildNDRange makes, or the structure.
Outcome add_range(Reader& reader, uint32_t id, llvm::Value& value, Arguments& arguments) {
  llvm::Value* range = &value;
  if (range->getType()->isStructTy()) {
    llvm::Value* place = reader.at_entry().CreateAlloca(range->getType());
    reader.builder.CreateStore(range, place);
    range = place;
  }
  if (range->getType() != llvm::PointerType::get(reader.context, 0)) {
    return fail(id_text(id) + " is not a range in private memory");
  }
  arguments.push_back(range);
  return cargo::success{};
}

Outcome add(Reader& reader, Role role, uint32_t id, Arguments& arguments) {
  if (role == Role::kernel) {
    return add_kernel(reader, id, arguments);
  }
  const Result value = reader.value(id);
  if (!value) {
    return fail(value.error());
  }
  const Type* type = reader.type_of(id);
  const auto is = [&](TypeKind kind) { return type && type->kind == kind; };
  switch (role) {
  case Role::range:
    return add_range(reader, id, **value, arguments);
  case Role::queue:
    if (!is(TypeKind::queue)) {
      return fail(id_text(id) + " is not a queue");
    }
    break;
  case Role::event:
    if (!is(TypeKind::device_event)) {
      return fail(id_text(id) + " is not an event of the device");
    }
    break;
  case Role::number:
  case Role::size:
    if (!is_number(**value)) {
      return fail(id_text(id) + " is not an integer of 32 bits");
    }
    break;
  case Role::memory:
    if (!is(TypeKind::pointer) || (*value)->getType()->getPointerAddressSpace() != 1) {
      return fail(id_text(id) + " is not a pointer to global memory");
    }
    break;
  default:
    if (!is(TypeKind::pointer)) {
      return fail(id_text(id) + " is not a pointer");
    }
    arguments.push_back(generic(reader, *value));
    return cargo::success{};
  }
  arguments.push_back(*value);
  return cargo::success{};
}

/// The words of an instruction, of which each has its role.
cargo::expected<Arguments, std::string> read(Reader& reader, const Inst& inst,
                                             std::initializer_list<Role> roles) {
  Arguments arguments;
  size_t i = 0;
  for (const Role role : roles) {
    if (auto done = add(reader, role, inst.word(i++), arguments); !done) {
      return cargo::unexpected{done.error()};
    }
  }
  return arguments;
}

Result number(Reader& reader, const Inst& inst, llvm::StringRef name,
              llvm::ArrayRef<llvm::Value*> arguments) {
  const auto type = reader.need_type(inst.type);
  if (!type || !(*type)->ir->isIntegerTy(32)) {
    return fail("the result has to be an integer of 32 bits");
  }
  return reader.call(name, (*type)->ir, arguments, Effect::any);
}

/// Sizes of local memory as an array; numbers, or, as LLVM's translator has it, where they are.
Result local_sizes(Reader& reader, std::span<const uint32_t> ids) {
  auto& builder = reader.builder;
  llvm::Type* i64 = builder.getInt64Ty();
  if (ids.empty()) {
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(reader.context, 0));
  }
  llvm::Value* sizes = reader.at_entry().CreateAlloca(i64, builder.getInt32(uint32_t(ids.size())));
  for (size_t i = 0; i < ids.size(); ++i) {
    Result value = reader.value(ids[i]);
    if (!value) {
      return value;
    }
    llvm::Value* size = *value;
    if (size->getType()->isPointerTy()) {
      size = builder.CreateLoad(i64, size);
    } else if (!size->getType()->isIntegerTy()) {
      return fail(id_text(ids[i]) + " is not a size");
    }
    builder.CreateStore(builder.CreateZExtOrTrunc(size, i64),
                        builder.CreateConstInBoundsGEP1_64(i64, sizes, i));
  }
  return sizes;
}

Result enqueue_kernel(Reader& reader, const Inst& inst) {
  // The block literal is followed by its size, its alignment and sizes of local memory.
  auto arguments = read(reader, inst,
                        {Role::queue, Role::number, Role::range, Role::number, Role::events,
                         Role::events, Role::kernel, Role::literal, Role::size});
  if (!arguments) {
    return fail(arguments.error());
  }
  constexpr size_t first_size = 10;
  const auto ids = inst.from(first_size);
  Result sizes = local_sizes(reader, ids);
  if (!sizes) {
    return sizes;
  }
  arguments->push_back(reader.builder.getInt32(uint32_t(ids.size())));
  arguments->push_back(*sizes);
  return number(reader, inst, "__lanewise_enqueue", *arguments);
}

Result enqueue_marker(Reader& reader, const Inst& inst) {
  const auto arguments =
      read(reader, inst, {Role::queue, Role::number, Role::events, Role::events});
  return arguments ? number(reader, inst, "__enqueue_marker", *arguments) : fail(arguments.error());
}

/// The operand of a query before the kernel.
enum class Given : uint8_t { nothing, range, count };

struct QueryRow {
  Op opcode;
  const char* name;
  Given given;
};
constexpr QueryRow queries[] = {
    {Op::GetKernelWorkGroupSize, "__get_kernel_work_group_size_impl", Given::nothing},
    {Op::GetKernelPreferredWorkGroupSizeMultiple,
     "__get_kernel_preferred_work_group_size_multiple_impl", Given::nothing},
    {Op::GetKernelNDrangeMaxSubGroupSize, "__get_kernel_max_sub_group_size_for_ndrange_impl",
     Given::range},
    {Op::GetKernelNDrangeSubGroupCount, "__get_kernel_sub_group_count_for_ndrange_impl",
     Given::range},
    {Op::GetKernelMaxNumSubgroups, "__lanewise_max_sub_group_count", Given::nothing},
    {Op::GetKernelLocalSizeForSubgroupCount, "__lanewise_local_size_for_sub_group_count",
     Given::count},
};

cargo::expected<Arguments, std::string> read_query(Reader& reader, const Inst& inst, Given given) {
  switch (given) {
  case Given::range:
    return read(reader, inst, {Role::range, Role::kernel, Role::literal});
  case Given::count:
    return read(reader, inst, {Role::number, Role::kernel, Role::literal});
  default:
    return read(reader, inst, {Role::kernel, Role::literal});
  }
}

Result query(Reader& reader, const Inst& inst) {
  const QueryRow& row = *std::ranges::find(queries, inst.opcode, &QueryRow::opcode);
  const auto arguments = read_query(reader, inst, row.given);
  return arguments ? number(reader, inst, row.name, *arguments) : fail(arguments.error());
}

Result get_default_queue(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::queue) {
    return fail("the result has to be a queue");
  }
  return reader.call("_Z17get_default_queuev", (*type)->ir, {}, Effect::any);
}

Result create_user_event(Reader& reader, const Inst& inst) {
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::device_event) {
    return fail("the result has to be an event of the device");
  }
  return reader.call("_Z17create_user_eventv", (*type)->ir, {}, Effect::any);
}

Result is_valid_event(Reader& reader, const Inst& inst) {
  const auto arguments = read(reader, inst, {Role::event});
  if (!arguments) {
    return fail(arguments.error());
  }
  const auto type = reader.need_type(inst.type);
  if (!type || (*type)->kind != TypeKind::boolean) {
    return fail("the result has to be a boolean");
  }
  return reader.call("_Z14is_valid_event12ocl_clkevent", (*type)->ir, *arguments, Effect::any);
}

/// Handles instructions without a result.
template <Role... roles> Result act(Reader& reader, const Inst& inst, llvm::StringRef name) {
  const auto arguments = read(reader, inst, {roles...});
  if (!arguments) {
    return fail(arguments.error());
  }
  const Result made = reader.call(name, reader.builder.getVoidTy(), *arguments, Effect::any);
  return made ? Result(nullptr) : made;
}

Result build_range(Reader& reader, const Inst& inst) {
  auto& builder = reader.builder;
  const auto type = reader.need_type(inst.type);
  const auto* structure = type ? llvm::dyn_cast<llvm::StructType>((*type)->ir) : nullptr;
  const auto has_extents = [&](unsigned i) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(structure->getElementType(i));
    return array && array->getNumElements() == 3 && array->getElementType()->isIntegerTy();
  };
  if (!structure || structure->getNumElements() != 4 ||
      !structure->getElementType(0)->isIntegerTy(32) || !has_extents(1) || !has_extents(2) ||
      !has_extents(3)) {
    return fail("the result has to be a structure of an integer and three arrays of three");
  }
  llvm::Value* range = llvm::Constant::getNullValue(const_cast<llvm::StructType*>(structure));
  uint64_t dimensions = 1;
  // Operands: global size, local size, offset. Members behind the first: offset, size, local size.
  constexpr std::pair<unsigned, unsigned> members[] = {{0, 2}, {1, 3}, {2, 1}};
  for (const auto& [operand, member] : members) {
    Result value = reader.value(inst.word(operand));
    if (!value) {
      return value;
    }
    llvm::Type* element = structure->getElementType(member)->getArrayElementType();
    const auto* array = llvm::dyn_cast<llvm::ArrayType>((*value)->getType());
    const uint64_t count = array ? array->getNumElements() : 1;
    if (count > 3 || !(array ? array->getElementType() : (*value)->getType())->isIntegerTy()) {
      return fail(id_text(inst.word(operand)) + " is not an integer or an array of two or three");
    }
    dimensions = operand == 0 ? count : dimensions;
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* extent = array ? builder.CreateExtractValue(*value, i) : *value;
      range =
          builder.CreateInsertValue(range, builder.CreateZExtOrTrunc(extent, element), {member, i});
    }
  }
  return builder.CreateInsertValue(range, builder.getInt32(uint32_t(dimensions)), 0);
}

constexpr HandlerRow rows[] = {
    {Op::EnqueueKernel, nullptr, enqueue_kernel},
    {Op::EnqueueMarker, nullptr, enqueue_marker},
    {Op::GetKernelWorkGroupSize, nullptr, query},
    {Op::GetKernelPreferredWorkGroupSizeMultiple, nullptr, query},
    {Op::GetKernelNDrangeMaxSubGroupSize, nullptr, query},
    {Op::GetKernelNDrangeSubGroupCount, nullptr, query},
    {Op::GetKernelMaxNumSubgroups, nullptr, query},
    {Op::GetKernelLocalSizeForSubgroupCount, nullptr, query},
    {Op::GetDefaultQueue, nullptr, get_default_queue},
    {Op::BuildNDRange, nullptr, build_range},
    {Op::CreateUserEvent, nullptr, create_user_event},
    {Op::IsValidEvent, nullptr, is_valid_event},
    {Op::RetainEvent, nullptr,
     [](Reader& reader, const Inst& inst) {
       return act<Role::event>(reader, inst, "_Z12retain_event12ocl_clkevent");
     }},
    {Op::ReleaseEvent, nullptr,
     [](Reader& reader, const Inst& inst) {
       return act<Role::event>(reader, inst, "_Z13release_event12ocl_clkevent");
     }},
    {Op::SetUserEventStatus, nullptr,
     [](Reader& reader, const Inst& inst) {
       return act<Role::event, Role::number>(reader, inst,
                                             "_Z21set_user_event_status12ocl_clkeventi");
     }},
    {Op::CaptureEventProfilingInfo, nullptr,
     [](Reader& reader, const Inst& inst) {
       return act<Role::event, Role::number, Role::memory>(
           reader, inst, "_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");
     }},
};

} // namespace

std::span<const HandlerRow> device_enqueue_rows() { return rows; }

} // namespace spirv_ll

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Built-in variables (SPIR-V specification 3.21) as work-item functions of OpenCL C.
#include "reader/reader.h"

#include <algorithm>
#include <iterator>

namespace spirv_ll {
namespace {

struct BuiltInRow {
  BuiltIn variable;
  const char* function;
  bool by_dimension; ///< takes a dimension; the variable is a vector of three
};
constexpr BuiltInRow rows[] = {
    {BuiltIn::NumWorkgroups, "_Z14get_num_groupsj", true},
    {BuiltIn::WorkgroupSize, "_Z14get_local_sizej", true},
    {BuiltIn::WorkgroupId, "_Z12get_group_idj", true},
    {BuiltIn::LocalInvocationId, "_Z12get_local_idj", true},
    {BuiltIn::GlobalInvocationId, "_Z13get_global_idj", true},
    {BuiltIn::LocalInvocationIndex, "_Z19get_local_linear_idv", false},
    {BuiltIn::WorkDim, "_Z12get_work_dimv", false},
    {BuiltIn::GlobalSize, "_Z15get_global_sizej", true},
    {BuiltIn::EnqueuedWorkgroupSize, "_Z23get_enqueued_local_sizej", true},
    {BuiltIn::GlobalOffset, "_Z17get_global_offsetj", true},
    {BuiltIn::GlobalLinearId, "_Z20get_global_linear_idv", false},
    {BuiltIn::SubgroupSize, "_Z18get_sub_group_sizev", false},
    {BuiltIn::SubgroupMaxSize, "_Z22get_max_sub_group_sizev", false},
    {BuiltIn::NumSubgroups, "_Z18get_num_sub_groupsv", false},
    {BuiltIn::NumEnqueuedSubgroups, "_Z27get_enqueued_num_sub_groupsv", false},
    {BuiltIn::SubgroupId, "_Z16get_sub_group_idv", false},
    {BuiltIn::SubgroupLocalInvocationId, "_Z22get_sub_group_local_idv", false},
    {BuiltIn::SubgroupEqMask, "_Z21get_sub_group_eq_maskv", false},
    {BuiltIn::SubgroupGeMask, "_Z21get_sub_group_ge_maskv", false},
    {BuiltIn::SubgroupGtMask, "_Z21get_sub_group_gt_maskv", false},
    {BuiltIn::SubgroupLeMask, "_Z21get_sub_group_le_maskv", false},
    {BuiltIn::SubgroupLtMask, "_Z21get_sub_group_lt_maskv", false},
    {BuiltIn::DeviceBarrierValidINTEL, "_Z29intel_is_device_barrier_validv", false},
};

bool is_truth(const BuiltInRow& row) { return row.variable == BuiltIn::DeviceBarrierValidINTEL; }

/// The function's return type; variables may be of another width.
llvm::Type* function_result(const BuiltInRow& row, llvm::IRBuilder<>& builder, const Type& type) {
  const bool is_mask = type.kind == TypeKind::vector && !row.by_dimension;
  const bool is_size = row.by_dimension || row.variable == BuiltIn::LocalInvocationIndex ||
                       row.variable == BuiltIn::GlobalLinearId;
  return is_mask || is_truth(row) ? type.ir : is_size ? builder.getInt64Ty() : builder.getInt32Ty();
}

/// Loads through `pointer` are done through `copy`, which points to the same.
void access_copy(llvm::Instruction& pointer, llvm::Value& copy) {
  for (llvm::Use& use : llvm::make_early_inc_range(pointer.uses())) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (llvm::isa<llvm::LoadInst>(user)) {
      use.set(&copy);
    } else if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::Instruction* there = address->clone();
      there->insertBefore(address->getIterator());
      there->setOperand(llvm::GetElementPtrInst::getPointerOperandIndex(), &copy);
      there->mutateType(copy.getType());
      access_copy(*address, *there);
    }
  }
  if (pointer.use_empty()) {
    pointer.eraseFromParent();
  }
}

} // namespace

void access_copies_of_built_ins(Reader& reader) {
  for (llvm::AddrSpaceCastInst* cast : reader.casts_of_built_ins) {
    access_copy(*cast, *cast->getPointerOperand());
  }
}

Result load_built_in(Reader& reader, llvm::IRBuilder<>& builder, BuiltIn which, const Type& type) {
  const auto* row = std::ranges::find(rows, which, &BuiltInRow::variable);
  if (row == std::end(rows)) {
    return fail("the built-in variable " +
                std::string(find_enumerant(OperandKind::BuiltIn, uint32_t(which)).name) +
                " is not supported");
  }
  const bool is_vector = type.kind == TypeKind::vector;
  const Type& element = is_vector ? *type.element : type;
  if (is_truth(*row)) {
    if (type.kind != TypeKind::boolean) {
      return fail("the built-in variable has to be a truth value");
    }
  } else if (element.kind != TypeKind::integer ||
             (row->by_dimension && !(is_vector && type.count == 3))) {
    return fail("the built-in variable has to be " +
                std::string(row->by_dimension ? "a vector of three integers" : "an integer"));
  }
  const llvm::IRBuilderBase::InsertPointGuard guard(reader.builder);
  reader.builder.SetInsertPoint(builder.GetInsertBlock(), builder.GetInsertPoint());
  llvm::Type* result = function_result(*row, builder, type);
  if (!row->by_dimension) {
    const auto value = reader.call(row->function, result, {}, Reader::Effect::pure);
    return value && !is_vector ? Result(reader.builder.CreateZExtOrTrunc(*value, type.ir)) : value;
  }
  llvm::Value* vector = llvm::PoisonValue::get(type.ir);
  for (uint32_t dimension = 0; dimension < 3; ++dimension) {
    const auto value = reader.call(row->function, result, {reader.builder.getInt32(dimension)},
                                   Reader::Effect::pure);
    if (!value) {
      return value;
    }
    vector = reader.builder.CreateInsertElement(
        vector, reader.builder.CreateZExtOrTrunc(*value, element.ir), uint64_t(dimension));
  }
  return vector;
}

Result extract_from_built_in(Reader& reader, llvm::Value& vector, llvm::Value& index) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&vector);
  const auto found = load ? llvm::find_if(reader.function.built_ins,
                                          [&](const auto& known) {
                                            return known.second == load->getPointerOperand();
                                          })
                          : reader.function.built_ins.end();
  if (found == reader.function.built_ins.end()) {
    return nullptr;
  }
  const auto* row =
      std::ranges::find(rows, BuiltIn(reader.ids[found->first].number), &BuiltInRow::variable);
  if (!row->by_dimension) {
    return nullptr;
  }
  llvm::IRBuilder<>& builder = reader.builder;
  // Any number above 2 asks for a dimension that there is not.
  llvm::Value* limited = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, &index,
                                                       llvm::ConstantInt::get(index.getType(), 3));
  llvm::Value* dimension = builder.CreateZExtOrTrunc(limited, builder.getInt32Ty());
  const auto value =
      reader.call(row->function, builder.getInt64Ty(), {dimension}, Reader::Effect::pure);
  return value ? Result(builder.CreateZExtOrTrunc(*value, vector.getType()->getScalarType()))
               : value;
}

} // namespace spirv_ll

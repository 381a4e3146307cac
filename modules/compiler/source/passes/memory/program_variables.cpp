// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/program_variables.h"

#include "compiler/mux_builtins.h"
#include "passes/built_ins/define_asserts.h"
#include "spirv-ll/read.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <optional>

namespace compiler {
namespace {

/// Each variable with its offset in the block, in the module's order.
using Layout = llvm::MapVector<const llvm::GlobalVariable*, uint64_t>;

/// The variables that a constant names.
void add_named(const llvm::Constant& constant,
               llvm::SmallPtrSetImpl<const llvm::GlobalVariable*>& named) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    named.insert(variable);
    return;
  }
  for (const llvm::Use& operand : constant.operands()) {
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(&operand)) {
      add_named(*part, named);
    }
  }
}

bool is_in_space(const llvm::GlobalVariable& variable, unsigned space) {
  return variable.getAddressSpace() == space && variable.hasInitializer() &&
         !variable.getName().starts_with("llvm.");
}

uint64_t size_of(const llvm::GlobalVariable& variable) {
  return variable.getDataLayout().getTypeAllocSize(variable.getValueType());
}

/// Whether a constant would make objects large, of which each form of a kernel has one.
bool is_large_constant(const llvm::GlobalVariable& variable) {
  return is_in_space(variable, vecz::constant_space) && size_of(variable) > (uint64_t(1) << 20);
}

/// Constant variables are in the block if they are large, if variables in it point to them, or if
/// they point into it.
llvm::SmallPtrSet<const llvm::GlobalVariable*, 16> members_of(const llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::GlobalVariable*, 16> members;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (is_in_space(variable, vecz::global_space) || is_large_constant(variable)) {
      members.insert(&variable);
    }
  }
  for (size_t before = 0; before != members.size();) {
    before = members.size();
    for (const llvm::GlobalVariable& variable : module.globals()) {
      if (!is_in_space(variable, vecz::global_space) &&
          !is_in_space(variable, vecz::constant_space)) {
        continue;
      }
      llvm::SmallPtrSet<const llvm::GlobalVariable*, 8> named;
      add_named(*variable.getInitializer(), named);
      if (llvm::any_of(named, [&](const auto* other) { return members.contains(other); })) {
        members.insert(&variable);
      }
      if (members.contains(&variable)) {
        for (const llvm::GlobalVariable* other : named) {
          if (is_in_space(*other, vecz::constant_space)) {
            members.insert(other);
          }
        }
      }
    }
  }
  return members;
}

Layout lay_out(const llvm::Module& module) {
  const auto members = members_of(module);
  Layout layout;
  uint64_t size = 0;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (members.contains(&variable)) {
      const llvm::Align preferred = module.getDataLayout().getPreferredAlign(&variable);
      size = llvm::alignTo(size, std::max(preferred, llvm::Align(16)));
      layout[&variable] = size;
      size += size_of(variable);
    }
  }
  return layout;
}

/// Writes the first value of a variable.
class FirstValue {
public:
  FirstValue(const llvm::DataLayout& data_layout, const Layout& all, binary::Variable& variable)
      : data(data_layout), layout(all), out(variable) {}

  /// False if nothing can be made of a part of it.
  bool write(llvm::Constant& value, uint64_t offset) {
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) {
      return true;
    }
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value)) {
      return write_bits(integer->getValue(), offset);
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value)) {
      return write_bits(number->getValueAPF().bitcastToAPInt(), offset);
    }
    if (llvm::isa<llvm::ConstantAggregate, llvm::ConstantDataSequential>(value)) {
      return write_parts(value, offset);
    }
    return write_address(value, offset);
  }

private:
  bool write_parts(llvm::Constant& value, uint64_t offset) {
    llvm::Type* type = value.getType();
    const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    const llvm::StructLayout* places =
        structure ? data.getStructLayout(const_cast<llvm::StructType*>(structure)) : nullptr;
    const uint64_t count = structure ? structure->getNumElements()
                           : type->isVectorTy()
                               ? llvm::cast<llvm::FixedVectorType>(type)->getNumElements()
                               : type->getArrayNumElements();
    for (unsigned i = 0; i < count; ++i) {
      llvm::Constant* part = value.getAggregateElement(i);
      if (!part) {
        return false;
      }
      const uint64_t place = places ? places->getElementOffset(i).getFixedValue()
                                    : i * data.getTypeAllocSize(part->getType()).getFixedValue();
      if (!write(*part, offset + place)) {
        return false;
      }
    }
    return true;
  }

  bool write_bits(const llvm::APInt& bits, uint64_t offset) {
    const unsigned bytes = (bits.getBitWidth() + 7) / 8;
    if (out.initial.size() < offset + bytes) {
      out.initial.resize(offset + bytes);
    }
    const llvm::APInt whole = bits.zextOrTrunc(bytes * 8);
    for (unsigned i = 0; i < bytes; ++i) {
      out.initial[offset + i] = uint8_t(whole.extractBitsAsZExtValue(8, i * 8));
    }
    return true;
  }

  /// The value of a pointer that points to no variable: null of any space, or a number that was
  /// cast.
  static std::optional<llvm::APInt> number_of(const llvm::Value& pointer, unsigned bits) {
    if (llvm::isa<llvm::ConstantPointerNull>(pointer)) {
      return llvm::APInt(bits, 0);
    }
    const auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(&pointer);
    const auto* number = cast && cast->getOpcode() == llvm::Instruction::IntToPtr
                             ? llvm::dyn_cast<llvm::ConstantInt>(cast->getOperand(0))
                             : nullptr;
    return number ? std::optional(number->getValue().zextOrTrunc(bits)) : std::nullopt;
  }

  /// A number, or an address in the block; as a pointer or as a number.
  bool write_address(llvm::Constant& value, uint64_t offset) {
    llvm::Constant* address = &value;
    if (auto* cast = llvm::dyn_cast<llvm::ConstantExpr>(address);
        cast && cast->getOpcode() == llvm::Instruction::PtrToInt &&
        cast->getType()->isIntegerTy(64)) {
      address = cast->getOperand(0);
    }
    if (!address->getType()->isPointerTy()) {
      return false;
    }
    llvm::APInt distance(data.getIndexTypeSizeInBits(address->getType()), 0);
    const llvm::Value* base =
        address->stripAndAccumulateConstantOffsets(data, distance, /*AllowNonInbounds=*/true);
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(base)) {
      base = cast->stripPointerCasts();
    }
    if (const auto number = number_of(*base, distance.getBitWidth())) {
      return write_bits(*number + distance, offset);
    }
    const auto found = layout.find(llvm::dyn_cast<llvm::GlobalVariable>(base));
    if (found == layout.end()) {
      return false;
    }
    out.addresses.push_back({offset, found->second + distance.getZExtValue()});
    return true;
  }

  const llvm::DataLayout& data;
  const Layout& layout;
  binary::Variable& out;
};

/// Whether it is a call of printf, or of a failed assertion.
bool is_call_that_prints(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->getName() == "printf" || is_assert_function(callee->getName()));
}

/// Whether all that is done with a constant is to read it where it is, or to print it: a text is
/// printed if it is known when the kernel is compiled.
bool is_only_read(const llvm::Value& address) {
  return llvm::all_of(address.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::LoadInst>(user) || is_call_that_prints(*user) ||
           (llvm::isa<llvm::GEPOperator, llvm::AddrSpaceCastOperator>(user) && is_only_read(*user));
  });
}

bool may_stay(const llvm::GlobalVariable& variable) {
  llvm::SmallPtrSet<const llvm::GlobalVariable*, 8> named;
  add_named(*variable.getInitializer(), named);
  return variable.isConstant() && named.empty() && is_only_read(variable) &&
         !is_large_constant(variable);
}

/// The block's address and those of variables, where a function begins.
class Addresses {
public:
  explicit Addresses(llvm::Function& subject)
      : builder(&*subject.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {
    llvm::Function* word = declare(*subject.getParent(), MuxBuiltin::get_program_variables);
    llvm::CallInst* call = builder.CreateCall(word, {}, "variables");
    call->setCallingConv(word->getCallingConv());
    block = call;
  }
  llvm::Value* of(const llvm::GlobalVariable& variable, uint64_t offset) {
    llvm::Value* address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, offset, variable.getName());
    return builder.CreateAddrSpaceCast(address, variable.getType());
  }

private:
  llvm::IRBuilder<> builder;
  llvm::Value* block;
};

void replace(llvm::GlobalVariable& variable, uint64_t offset,
             llvm::MapVector<llvm::Function*, std::unique_ptr<Addresses>>& functions) {
  llvm::SmallSetVector<llvm::Function*, 8> users;
  for (llvm::User* user : variable.users()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      users.insert(instruction->getFunction());
    }
  }
  for (llvm::Function* function : users) {
    auto& addresses = functions[function];
    if (!addresses) {
      addresses = std::make_unique<Addresses>(*function);
    }
    llvm::Value* address = addresses->of(variable, offset);
    variable.replaceUsesWithIf(address, [&](const llvm::Use& use) {
      auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return user && user->getFunction() == function;
    });
  }
}

} // namespace

std::vector<binary::Variable> variable_table(Context& context, const llvm::Module& module) {
  std::vector<binary::Variable> table;
  const Layout layout = lay_out(module);
  for (const auto& [variable, offset] : layout) {
    binary::Variable& made = table.emplace_back();
    made.name = variable->getName().str();
    made.host_name = variable->getAttribute(spirv_ll::host_name_attribute).getValueAsString().str();
    made.offset = offset;
    made.size = size_of(*variable);
    FirstValue first(module.getDataLayout(), layout, made);
    llvm::Constant* folded =
        llvm::ConstantFoldConstant(variable->getInitializer(), module.getDataLayout());
    if (!first.write(*folded, 0)) {
      context.error("the initializer of '" + made.name + "' is not supported");
    }
    while (!made.initial.empty() && made.initial.back() == 0) {
      made.initial.pop_back();
    }
  }
  return table;
}

bool program_variables(llvm::Module& module) {
  llvm::SmallVector<std::pair<llvm::GlobalVariable*, uint64_t>> moved;
  llvm::SmallVector<llvm::Constant*> constants;
  for (const auto& [variable, offset] : lay_out(module)) {
    if (!may_stay(*variable)) {
      moved.emplace_back(const_cast<llvm::GlobalVariable*>(variable), offset);
      constants.push_back(moved.back().first);
    }
  }
  for (auto& [variable, offset] : moved) {
    variable->setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable->setInitializer(nullptr); // which may name others
  }
  for (llvm::Constant* constant : constants) {
    constant->removeDeadConstantUsers();
  }
  llvm::convertUsersOfConstantsToInstructions(constants);
  llvm::MapVector<llvm::Function*, std::unique_ptr<Addresses>> functions;
  for (auto& [variable, offset] : moved) {
    replace(*variable, offset, functions);
  }
  for (auto& [variable, offset] : moved) {
    variable->replaceAllUsesWith(
        llvm::PoisonValue::get(variable->getType())); // in lists of `llvm.`
    variable->eraseFromParent();
  }
  return !moved.empty();
}

} // namespace compiler

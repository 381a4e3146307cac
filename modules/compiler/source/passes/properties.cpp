// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/properties.h"

#include "compiler/mux_builtins.h"
#include "passes/group_functions/group_functions.h"
#include "vecz/promises.h"
#include "vecz/vectorize.h"
#include "vecz/work_item_memory.h"

#include <array>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>

namespace compiler {
namespace {

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

std::string describe(const llvm::Instruction& instruction) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "in " << instruction.getFunction()->getName() << ":" << instruction;
  return text;
}

/// The first instruction of the module for which `is_wrong` holds.
template <typename F> std::string find_instruction(const llvm::Module& module, F is_wrong) {
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_wrong(instruction)) {
        return describe(instruction);
      }
    }
  }
  return "";
}

/// The first value, function or variable that has a type for which `is_wrong` holds.
template <typename F> std::string find_type(const llvm::Module& module, F is_wrong) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (is_wrong(variable.getValueType()) || is_wrong(variable.getType())) {
      return ("variable " + variable.getName()).str();
    }
  }
  for (const llvm::Function& function : module) {
    if (is_wrong(function.getReturnType()) ||
        llvm::any_of(function.getFunctionType()->params(), is_wrong)) {
      return ("function " + function.getName()).str();
    }
  }
  return find_instruction(module, [&](const llvm::Instruction& instruction) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    return is_wrong(instruction.getType()) || (variable && is_wrong(variable->getAllocatedType()));
  });
}

/// Whether a type is one of an extension with one of these names, or an array of it.
bool is_one_of(const llvm::Type* type, llvm::ArrayRef<llvm::StringRef> names) {
  while (type->isArrayTy()) {
    type = type->getArrayElementType();
  }
  const auto* extension = llvm::dyn_cast<llvm::TargetExtType>(type);
  return extension && llvm::is_contained(names, extension->getName());
}

/// A use of a function, if there is one.
std::string find_use(const llvm::Function* function) {
  if (!function || function->use_empty()) {
    return "";
  }
  const auto* user = llvm::dyn_cast<llvm::Instruction>(function->user_back());
  return user ? describe(*user) : ("function " + function->getName() + " is used").str();
}

/// A use of one of these words.
std::string find_call(const llvm::Module& module, llvm::ArrayRef<MuxBuiltin> words) {
  for (const MuxBuiltin word : words) {
    if (std::string found = find_use(module.getFunction(name(word))); !found.empty()) {
      return found;
    }
  }
  return "";
}

/// Whether an instruction calls one of these words.
bool calls(const llvm::Instruction& instruction, llvm::ArrayRef<MuxBuiltin> words) {
  const auto word = mux_builtin(instruction);
  return word && llvm::is_contained(words, *word);
}

std::string images_lowered(const llvm::Module& module) {
  return find_type(module, [](const llvm::Type* type) {
    return is_one_of(type, {"spirv.Image", "spirv.Sampler", "spirv.SampledImage"});
  });
}

std::string events_lowered(const llvm::Module& module) {
  return find_type(module, [](const llvm::Type* type) { return is_one_of(type, {"spirv.Event"}); });
}

/// Functions of sub-groups stay declared: the pass sub-groups answers them.
std::string builtins_linked(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() && !function.use_empty() && function.getName().starts_with("_Z") &&
        !group_function(function)) {
      return ("function " + function.getName() + " is only declared").str();
    }
  }
  return "";
}

std::string target_facts_folded(const llvm::Module& module) {
  return find_call(module, {MuxBuiltin::has_fma, MuxBuiltin::has_table_permutes,
                            MuxBuiltin::has_exponent_operations, MuxBuiltin::has_fast_division,
                            MuxBuiltin::has_short_table_permutes, MuxBuiltin::has_float_estimates,
                            MuxBuiltin::has_aligned_texels, MuxBuiltin::converts_slowly,
                            MuxBuiltin::has_textures, MuxBuiltin::wants_accurate_math,
                            MuxBuiltin::has_denormals});
}

bool uses_local_variable(const llvm::Value& value) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    return variable->getAddressSpace() == vecz::local_space;
  }
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value);
  return expression && llvm::any_of(expression->operands(), [](const llvm::Use& operand) {
           return uses_local_variable(*operand);
         });
}

/// Vector forms belong to their kernels.
std::string one_function_a_kernel(const llvm::Module& module) {
  llvm::SmallPtrSet<const llvm::Function*, 16> forms;
  for (const llvm::Function& function : module) {
    for (const vecz::VectorForm& form : vecz::vector_forms(function)) {
      forms.insert(form.function);
    }
  }
  return find_instruction(module, [&](const llvm::Instruction& instruction) {
    const llvm::Function& function = *instruction.getFunction();
    return !is_kernel(function) && !forms.contains(&function) &&
           (mux_builtin(instruction) ||
            llvm::any_of(instruction.operands(),
                         [](const llvm::Use& operand) { return uses_local_variable(*operand); }));
  });
}

/// Whether an instruction writes through a pointer that it uses.
bool writes_through(const llvm::Use& pointer) {
  const auto& user = *llvm::cast<llvm::Instruction>(pointer.getUser());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    return store->getPointerOperand() == pointer;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&user)) {
    return call->isArgOperand(&pointer) && !call->isLifetimeStartOrEnd() &&
           !call->onlyReadsMemory(call->getArgOperandNo(&pointer)) &&
           !call->paramHasAttr(call->getArgOperandNo(&pointer), llvm::Attribute::ByVal);
  }
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user);
}

std::string find_write(const llvm::Argument& argument) {
  llvm::SmallSetVector<const llvm::Value*, 8> addresses;
  addresses.insert(&argument);
  for (size_t i = 0; i < addresses.size(); ++i) {
    for (const llvm::Use& use : addresses[i]->uses()) {
      const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
      if (writes_through(use)) {
        return describe(user);
      }
      if (user.getType()->isPtrOrPtrVectorTy() &&
          !llvm::isa<llvm::LoadInst, llvm::CallBase>(user)) {
        addresses.insert(&user);
      }
    }
  }
  return "";
}

std::string arguments_only_read(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    for (const llvm::Argument& argument : function.args()) {
      if (is_kernel(function) && argument.hasByValAttr()) {
        if (std::string found = find_write(argument); !found.empty()) {
          return found;
        }
      }
    }
  }
  return "";
}

std::string space_queries_answered(const llvm::Module& module) {
  return find_call(module, {MuxBuiltin::is_in_space});
}

std::string local_variables_laid_out(const llvm::Module& module) {
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == vecz::local_space) {
      return ("variable " + variable.getName()).str();
    }
  }
  return find_call(module, {MuxBuiltin::get_named_barrier});
}

std::string printf_lowered(const llvm::Module& module) {
  const llvm::Function* printf = module.getFunction("printf");
  return printf && !printf->use_empty() ? "printf is called" : "";
}

/// Also in vector forms, which have their kernel's barriers.
std::string barriers_numbered(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    llvm::DenseSet<uint64_t> known;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      if (calls(instruction, {MuxBuiltin::work_group_barrier, MuxBuiltin::progress_point})) {
        const auto* id = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
        if (!id || id->isZero() || !known.insert(id->getZExtValue()).second) {
          return describe(instruction);
        }
      }
    }
  }
  return "";
}

std::string work_groups(const llvm::Module& module) {
  return find_call(module, {MuxBuiltin::get_global_id, MuxBuiltin::get_local_id,
                            MuxBuiltin::work_group_barrier, MuxBuiltin::progress_point});
}

std::string masked_loads_frozen(const llvm::Module& module) {
  return find_instruction(module, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getIntrinsicID() == llvm::Intrinsic::masked_load &&
           !llvm::all_of(call->users(), llvm::IsaPred<llvm::FreezeInst>);
  });
}

std::string vocabulary_replaced(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (std::string found = mux_builtin(function) ? find_use(&function) : ""; !found.empty()) {
      return found;
    }
  }
  return "";
}

std::string address_spaces_flat(const llvm::Module& module) {
  return find_type(module, [](const llvm::Type* type) {
    return type->isPtrOrPtrVectorTy() &&
           type->getScalarType()->getPointerAddressSpace() != vecz::private_space;
  });
}

std::string half_truncations_replaced(const llvm::Module& module) {
  return find_instruction(module, [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::FPTruncInst>(instruction) &&
           instruction.getType()->getScalarType()->isHalfTy() &&
           instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy();
  });
}

std::string platform_calls(const llvm::Module& module) {
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
      return ("function " + function.getName()).str();
    }
  }
  return find_instruction(module, [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && call->getCallingConv() == llvm::CallingConv::SPIR_FUNC;
  });
}

struct PropertyCheck {
  Property property;
  llvm::StringRef name;
  std::string (*find_violation)(const llvm::Module&);
};

/// In the order of the enumeration.
constexpr std::array rows = {
    PropertyCheck{Property::promises_hold, "promises hold", vecz::find_broken_promise},
    PropertyCheck{Property::images_lowered, "images lowered", images_lowered},
    PropertyCheck{Property::builtins_linked, "built-ins linked", builtins_linked},
    PropertyCheck{Property::events_lowered, "events lowered", events_lowered},
    PropertyCheck{Property::target_facts_folded, "target facts folded", target_facts_folded},
    PropertyCheck{Property::one_function_a_kernel, "one function a kernel", one_function_a_kernel},
    PropertyCheck{Property::arguments_only_read, "arguments only read", arguments_only_read},
    PropertyCheck{Property::space_queries_answered, "space queries answered",
                  space_queries_answered},
    PropertyCheck{Property::local_variables_laid_out, "local variables laid out",
                  local_variables_laid_out},
    PropertyCheck{Property::printf_lowered, "printf lowered", printf_lowered},
    PropertyCheck{Property::barriers_numbered, "barriers numbered", barriers_numbered},
    PropertyCheck{Property::work_groups, "work-groups", work_groups},
    PropertyCheck{Property::masked_loads_frozen, "masked loads frozen", masked_loads_frozen},
    PropertyCheck{Property::vocabulary_replaced, "vocabulary replaced", vocabulary_replaced},
    PropertyCheck{Property::address_spaces_flat, "address spaces flat", address_spaces_flat},
    PropertyCheck{Property::half_truncations_replaced, "half truncations replaced",
                  half_truncations_replaced},
    PropertyCheck{Property::platform_calls, "platform calls", platform_calls},
};
static_assert(rows.size() == property_count && [] {
  for (unsigned i = 0; i < property_count; ++i) {
    if (unsigned(rows[i].property) != i) {
      return false;
    }
  }
  return true;
}());

const PropertyCheck& row(Property property) { return rows[unsigned(property)]; }

} // namespace

llvm::StringRef name(Property property) { return row(property).name; }

std::string find_violation(const llvm::Module& module, Property property) {
  return row(property).find_violation(module);
}

std::string PropertyTracker::before(const Contract& pass, const llvm::Module& module) const {
  for (const PropertyCheck& one : rows) {
    if (!pass.needs.contains(one.property) || established.contains(one.property)) {
      continue;
    }
    const std::string needed = "needs '" + one.name.str() + "', ";
    if (origin == Origin::pipeline) {
      return needed + "which no pass before it has established";
    }
    if (const std::string found = one.find_violation(module); !found.empty()) {
      return needed + "which does not hold: " + found;
    }
  }
  return "";
}

std::string PropertyTracker::after(const Contract& pass, const llvm::Module& module) {
  established.remove(pass.ends);
  established.add(pass.establishes);
  for (const PropertyCheck& one : rows) {
    if (established.contains(one.property)) {
      if (const std::string found = one.find_violation(module); !found.empty()) {
        return "'" + one.name.str() + "' does not hold: " + found;
      }
    }
  }
  return "";
}

} // namespace compiler

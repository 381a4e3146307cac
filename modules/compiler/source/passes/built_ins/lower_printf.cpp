// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/lower_printf.h"

#include "builtins/printf.h"
#include "compiler/mux_builtins.h"

#include <cstddef>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

constexpr char metadata_name[] = "lanewise.printf";

std::optional<std::string> constant_text(const llvm::Value* pointer) {
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(pointer, text)) {
    return std::nullopt;
  }
  return text.str();
}

/// Whether a record can hold a value of this type: no pointers to opaque things, no structures.
bool is_printable(const llvm::Type& type) {
  return type.isIntOrIntVectorTy() || type.isFPOrFPVectorTy() || type.isPtrOrPtrVectorTy();
}

/// Whether a value is of the shape that a conversion wants: a pointer, a scalar, or a vector of so
/// many elements of that size.
bool fits(const builtins::Conversion& conversion, const llvm::Type& type) {
  if (conversion.specifier == 's') {
    return type.isPointerTy();
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  if (!vector) {
    return conversion.elements == 1 && is_printable(type);
  }
  return is_printable(type) && vector->getNumElements() == conversion.elements &&
         vector->getScalarSizeInBits() == 8 * conversion.element_size;
}

/// A call whose format is one of several constants, chosen when the kernel runs, becomes a call for
/// each of them, under the condition that it is the one.
void split_by_format(llvm::CallInst& call) {
  llvm::Value* chosen = call.getArgOperand(0);
  llvm::SmallVector<const llvm::Value*> objects;
  llvm::getUnderlyingObjects(chosen, objects);
  if (objects.size() < 2 || !llvm::all_of(objects, [](const llvm::Value* object) {
        return llvm::isa<llvm::Constant>(object) && constant_text(object);
      })) {
    return;
  }
  llvm::BasicBlock* from = call.getParent();
  llvm::BasicBlock* end = llvm::SplitBlock(from, &call);
  llvm::IRBuilder<> builder(&call);
  llvm::PHINode* result = builder.CreatePHI(call.getType(), objects.size() + 1);
  for (const llvm::Value* object : objects) {
    auto* format = const_cast<llvm::Value*>(object);
    auto* matches = llvm::BasicBlock::Create(call.getContext(), "", end->getParent(), end);
    auto* next = llvm::BasicBlock::Create(call.getContext(), "", end->getParent(), end);
    llvm::Instruction* branch = from->getTerminator();
    builder.SetInsertPoint(branch);
    builder.CreateCondBr(builder.CreateICmpEQ(chosen, format), matches, next);
    branch->eraseFromParent();
    builder.SetInsertPoint(matches);
    auto* copy = llvm::cast<llvm::CallInst>(call.clone());
    copy->setArgOperand(0, format);
    builder.Insert(copy);
    builder.CreateBr(end);
    result->addIncoming(copy, matches);
    builder.SetInsertPoint(next);
    builder.CreateBr(end);
    from = next;
  }
  result->addIncoming(builder.getInt32(-1), from); // a part of one of them, say
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

/// One call on its way to a record.
class Lowering {
public:
  explicit Lowering(llvm::CallInst& printf)
      : call(printf), module(*printf.getModule()), context(printf.getContext()), builder(&printf) {}

  void run() {
    const auto format = constant_text(call.getArgOperand(0));
    const auto conversions = format ? builtins::parse_format(*format) : std::nullopt;
    if (!conversions || !collect_arguments(*conversions)) {
      replace_call(builder.getInt32(-1));
      return;
    }
    call.getFunction()->addFnAttr("lanewise-prints");
    write_record(record_call(*format));
  }

private:
  /// The values to store, in order; false if the call does not fit its format.
  bool collect_arguments(const std::vector<builtins::Conversion>& conversions) {
    unsigned next = 1;
    const auto take = [&](const auto& fitting) {
      if (next >= call.arg_size() || !fitting(*call.getArgOperand(next)->getType())) {
        return false;
      }
      values.push_back(call.getArgOperand(next++));
      return true;
    };
    const auto is_int = [](const llvm::Type& type) { return type.isIntegerTy(32); };
    for (const builtins::Conversion& conversion : conversions) {
      if ((conversion.width_argument && !take(is_int)) ||
          (conversion.precision_argument && !take(is_int))) {
        return false;
      }
      if (!conversion.specifier) {
        continue;
      }
      if (!take([&](const llvm::Type& type) { return fits(conversion, type); })) {
        return false;
      }
      if (conversion.specifier == 's') {
        values.back() = text_of(values.back());
      }
    }
    return true;
  }

  /// A text in its record: the index in the call's list, the offset above it.
  llvm::Value* text_of(llvm::Value* pointer) {
    if (const auto text = constant_text(pointer)) {
      texts.push_back(*text);
      return builder.getInt64(texts.size() - 1);
    }
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
      llvm::Value* first = text_of(choice->getTrueValue());
      llvm::Value* second = text_of(choice->getFalseValue());
      return builder.CreateSelect(choice->getCondition(), first, second);
    }
    return search_text(pointer);
  }

  /// A pointer known only when the kernel runs, to one of the texts that it can point to: those
  /// that reach it, or, if it comes from memory (a table of texts), all of the program.
  llvm::Value* search_text(llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*> objects;
    llvm::getUnderlyingObjects(pointer, objects);
    llvm::SmallPtrSet<const llvm::Value*, 8> reaching(objects.begin(), objects.end());
    const bool from_memory = !llvm::all_of(
        reaching, [](const llvm::Value* object) { return llvm::isa<llvm::Constant>(object); });
    llvm::Value* found = builder.getInt64(UINT32_MAX); // printed as (null)
    llvm::Type* address = builder.getInt64Ty();
    for (llvm::GlobalVariable& literal : module.globals()) {
      const auto text =
          literal.getType() == pointer->getType() && (from_memory || reaching.contains(&literal))
              ? constant_text(&literal)
              : std::nullopt;
      if (!text) {
        continue;
      }
      llvm::Value* offset = builder.CreateSub(builder.CreatePtrToInt(pointer, address),
                                              builder.CreatePtrToInt(&literal, address));
      llvm::Value* here = builder.CreateOr(builder.CreateShl(offset, 32), texts.size());
      found = builder.CreateSelect(builder.CreateICmpULE(offset, builder.getInt64(text->size())),
                                   here, found);
      texts.push_back(*text);
    }
    return found;
  }

  /// The call's number, from 1.
  uint32_t record_call(const std::string& format) {
    const auto constant = [&](uint64_t value) {
      return llvm::ConstantAsMetadata::get(builder.getInt32(static_cast<uint32_t>(value)));
    };
    llvm::SmallVector<llvm::Metadata*> sizes, strings;
    for (llvm::Value* value : values) {
      sizes.push_back(constant(store_size(value)));
    }
    for (const std::string& text : texts) {
      strings.push_back(llvm::MDString::get(context, text));
    }
    auto* list = module.getOrInsertNamedMetadata(metadata_name);
    list->addOperand(llvm::MDNode::get(context, {llvm::MDString::get(context, format),
                                                 llvm::MDNode::get(context, sizes),
                                                 llvm::MDNode::get(context, strings)}));
    return list->getNumOperands();
  }

  [[nodiscard]] uint64_t store_size(const llvm::Value* value) const {
    return module.getDataLayout().getTypeAllocSize(value->getType());
  }

  llvm::Value* field(llvm::Value* base, llvm::Value* offset) {
    return builder.CreateGEP(builder.getInt8Ty(), base, offset);
  }

  llvm::Value* change_atomically(llvm::AtomicRMWInst::BinOp how, llvm::Value* address,
                                 llvm::Value* by) {
    return builder.CreateAtomicRMW(how, address, by, llvm::Align(8),
                                   llvm::AtomicOrdering::Monotonic);
  }

  llvm::Value* add_atomically(llvm::Value* address, llvm::Value* amount) {
    return change_atomically(llvm::AtomicRMWInst::Add, address, amount);
  }

  void write_record(uint32_t number) {
    uint64_t size = sizeof(uint32_t);
    for (llvm::Value* value : values) {
      size += store_size(value);
    }
    size = llvm::alignTo(size, sizeof(uint32_t));

    llvm::Value* chunk = builder.CreateCall(declare(module, MuxBuiltin::get_printf_chunk));
    const auto at = [&](size_t offset) { return field(chunk, builder.getInt64(offset)); };
    auto* room = llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(chunk), &call, false);
    llvm::BasicBlock* no_chunk = room->getParent()->getSinglePredecessor();

    builder.SetInsertPoint(room);
    llvm::Value* offset =
        add_atomically(at(offsetof(builtins::PrintfChunk, used)), builder.getInt64(size));
    llvm::Value* capacity = builder.CreateAlignedLoad(
        builder.getInt64Ty(), at(offsetof(builtins::PrintfChunk, capacity)), llvm::Align(8));
    llvm::Value* has_room =
        builder.CreateICmpULE(builder.CreateAdd(offset, builder.getInt64(size)), capacity);
    llvm::Instruction *store = nullptr, *lose = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(has_room, room, &store, &lose);

    builder.SetInsertPoint(lose);
    change_atomically(llvm::AtomicRMWInst::UMin, at(offsetof(builtins::PrintfChunk, end)), offset);
    add_atomically(at(offsetof(builtins::PrintfChunk, lost)), builder.getInt64(1));
    builder.SetInsertPoint(store);
    llvm::Value* place = field(at(sizeof(builtins::PrintfChunk)), offset);
    builder.CreateAlignedStore(builder.getInt32(number), place, llvm::Align(4));
    uint64_t done = sizeof(uint32_t);
    for (llvm::Value* value : values) {
      builder.CreateAlignedStore(value, field(place, builder.getInt64(done)), llvm::Align(1));
      done += store_size(value);
    }

    builder.SetInsertPoint(room);
    llvm::PHINode* stored = builder.CreatePHI(builder.getInt32Ty(), 2);
    stored->addIncoming(builder.getInt32(0), store->getParent());
    stored->addIncoming(builder.getInt32(-1), lose->getParent());
    builder.SetInsertPoint(&*call.getParent()->begin());
    llvm::PHINode* result = builder.CreatePHI(builder.getInt32Ty(), 2);
    result->addIncoming(stored, room->getParent());
    result->addIncoming(builder.getInt32(-1), no_chunk);
    replace_call(result);
  }

  void replace_call(llvm::Value* result) {
    call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

  llvm::CallInst& call;
  llvm::Module& module;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  llvm::SmallVector<llvm::Value*> values;
  std::vector<std::string> texts;
};

std::string string_of(const llvm::MDOperand& operand) {
  return llvm::cast<llvm::MDString>(operand)->getString().str();
}

} // namespace

bool lower_printf(llvm::Module& module) {
  llvm::Function* printf = module.getFunction("printf");
  if (!printf) {
    return false;
  }
  const auto each_call = [&](auto&& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::User* user : printf->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
        calls.push_back(call);
      }
    }
    llvm::for_each(calls, function);
  };
  each_call([](llvm::CallInst* call) { split_by_format(*call); });
  each_call([](llvm::CallInst* call) { Lowering(*call).run(); });
  if (printf->use_empty()) {
    printf->eraseFromParent();
  }
  return true;
}

std::vector<binary::PrintfCall> printf_calls(const llvm::Module& module) {
  std::vector<binary::PrintfCall> calls;
  const auto* list = module.getNamedMetadata(metadata_name);
  if (!list) {
    return calls;
  }
  for (const llvm::MDNode* node : list->operands()) {
    binary::PrintfCall& call = calls.emplace_back();
    call.format = string_of(node->getOperand(0));
    for (const llvm::MDOperand& size : llvm::cast<llvm::MDNode>(node->getOperand(1))->operands()) {
      call.argument_sizes.push_back(
          static_cast<uint32_t>(llvm::mdconst::extract<llvm::ConstantInt>(size)->getZExtValue()));
    }
    for (const llvm::MDOperand& text : llvm::cast<llvm::MDNode>(node->getOperand(2))->operands()) {
      call.strings.push_back(string_of(text));
    }
  }
  return calls;
}

} // namespace compiler

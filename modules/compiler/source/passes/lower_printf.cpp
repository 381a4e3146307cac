// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lower_printf.h"

#include "builtins/printf.h"
#include "compiler/mux_builtins.h"

#include <cstddef>
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
    write_record(record_call(*format));
  }

private:
  /// The values to store, in order; false if the call does not fit its format.
  bool collect_arguments(const std::vector<builtins::Conversion>& conversions) {
    unsigned next = 1;
    const auto take = [&](bool is_text) {
      if (next >= call.arg_size()) {
        return false;
      }
      llvm::Value* value = call.getArgOperand(next++);
      values.push_back(is_text ? text_index(value) : value);
      return true;
    };
    for (const builtins::Conversion& conversion : conversions) {
      if ((conversion.width_argument && !take(false)) ||
          (conversion.precision_argument && !take(false)) ||
          (conversion.specifier && !take(conversion.specifier == 's'))) {
        return false;
      }
    }
    return true;
  }

  /// A text as its index in the call's list; a choice between texts as a choice between indices.
  llvm::Value* text_index(llvm::Value* pointer) {
    if (const auto text = constant_text(pointer)) {
      texts.push_back(*text);
      return builder.getInt32(texts.size() - 1);
    }
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
      llvm::Value* first = text_index(choice->getTrueValue());
      llvm::Value* second = text_index(choice->getFalseValue());
      return builder.CreateSelect(choice->getCondition(), first, second);
    }
    return builder.getInt32(-1); // printed as (null)
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

  llvm::Value* add_atomically(llvm::Value* address, llvm::Value* amount) {
    return builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, address, amount, llvm::Align(4),
                                   llvm::AtomicOrdering::Monotonic);
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
    llvm::Value* offset = builder.CreateZExt(
        add_atomically(at(offsetof(builtins::PrintfChunk, used)), builder.getInt32(size)),
        builder.getInt64Ty());
    llvm::Value* capacity = builder.CreateZExt(
        builder.CreateAlignedLoad(builder.getInt32Ty(),
                                  at(offsetof(builtins::PrintfChunk, capacity)), llvm::Align(4)),
        builder.getInt64Ty());
    llvm::Value* fits =
        builder.CreateICmpULE(builder.CreateAdd(offset, builder.getInt64(size)), capacity);
    llvm::Instruction *store = nullptr, *lose = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(fits, room, &store, &lose);

    builder.SetInsertPoint(lose);
    add_atomically(at(offsetof(builtins::PrintfChunk, lost)), builder.getInt32(1));
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

std::string text_of(const llvm::MDOperand& operand) {
  return llvm::cast<llvm::MDString>(operand)->getString().str();
}

} // namespace

bool lower_printf(llvm::Module& module) {
  llvm::Function* printf = module.getFunction("printf");
  if (!printf) {
    return false;
  }
  for (llvm::User* user : llvm::make_early_inc_range(printf->users())) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      Lowering(*call).run();
    }
  }
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
    call.format = text_of(node->getOperand(0));
    for (const llvm::MDOperand& size : llvm::cast<llvm::MDNode>(node->getOperand(1))->operands()) {
      call.argument_sizes.push_back(
          static_cast<uint32_t>(llvm::mdconst::extract<llvm::ConstantInt>(size)->getZExtValue()));
    }
    for (const llvm::MDOperand& text : llvm::cast<llvm::MDNode>(node->getOperand(2))->operands()) {
      call.strings.push_back(text_of(text));
    }
  }
  return calls;
}

} // namespace compiler

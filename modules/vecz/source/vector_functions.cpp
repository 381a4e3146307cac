// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vector_functions.h"

#include "mask_calls.h"
#include "pipeline.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace vecz {
namespace {

/// Makes one vector function: around a call of the scalar one, which is then inlined and treated
/// like a kernel, calls of `vecz.argument` and `vecz.result` stand for parameters and result.
class Maker {
public:
  Maker(const llvm::CallBase& scalar_call, llvm::ArrayRef<Passing> passings, bool with_mask,
        unsigned lanes)
      : call(scalar_call), arguments(passings), masked(with_mask), width(lanes),
        builder(call.getContext()) {}

  [[nodiscard]] std::string name() const {
    return call.getCalledFunction()->getName().str() + how_called();
  }

  /// The attribute of the scalar function that says that this form cannot be made.
  [[nodiscard]] std::string failure() const { return "no" + how_called(); }

  [[nodiscard]] std::string how_called() const {
    std::string text = ".vecz." + std::to_string(width);
    for (const Passing& passing : arguments) {
      text += passing ? "." + std::to_string(*passing) : ".p";
    }
    return text + (masked ? ".masked" : "");
  }

  llvm::Function* declare() {
    llvm::SmallVector<llvm::Type*> parameters;
    for (auto [argument, passing] : llvm::zip(call.args(), arguments)) {
      if (passing) {
        parameters.push_back(argument->getType());
        continue;
      }
      for (llvm::Type* leaf : leaves_of(argument->getType())) {
        parameters.push_back(llvm::FixedVectorType::get(leaf, width));
      }
    }
    if (masked) {
      parameters.push_back(llvm::FixedVectorType::get(builder.getInt1Ty(), width));
    }
    llvm::Module& module = *call.getCalledFunction()->getParent();
    function = llvm::Function::Create(llvm::FunctionType::get(result_type(), parameters, false),
                                      llvm::GlobalValue::InternalLinkage, name(), module);
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->setDoesNotThrow();
    if (call.getCalledFunction()->hasFnAttribute(llvm::Attribute::NoInline)) {
      function->addFnAttr(llvm::Attribute::NoInline);
    }
    return function;
  }

  /// False if the scalar function cannot be inlined.
  bool define() {
    auto* entry = llvm::BasicBlock::Create(call.getContext(), "entry", function);
    builder.SetInsertPoint(entry);
    auto* scalar = llvm::cast<llvm::CallBase>(call.clone());
    scalar->setDebugLoc({});
    unsigned parameter = 0;
    for (unsigned i = 0; i < arguments.size(); ++i) {
      scalar->setArgOperand(i, make_argument(i, parameter));
    }
    auto* end = llvm::BasicBlock::Create(call.getContext(), "end", function);
    if (masked) {
      auto* body = llvm::BasicBlock::Create(call.getContext(), "body", function, end);
      builder.CreateCondBr(ask(argument_name, builder.getInt1Ty(), builder.getInt32(parameter)),
                           body, end);
      builder.SetInsertPoint(body);
    }
    builder.Insert(scalar);
    llvm::BasicBlock* last = builder.GetInsertBlock();
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    make_return(*scalar, entry, last);
    llvm::InlineFunctionInfo info;
    return llvm::InlineFunction(*scalar, info).isSuccess();
  }

  /// To be called when all their uses are replaced.
  void erase_words() {
    for (llvm::Function* word : words) {
      word->eraseFromParent();
    }
  }

private:
  llvm::Type* result_type() {
    if (call.getType()->isVoidTy()) {
      return call.getType();
    }
    llvm::SmallVector<llvm::Type*> leaves;
    for (llvm::Type* leaf : leaves_of(call.getType())) {
      leaves.push_back(llvm::FixedVectorType::get(leaf, width));
    }
    return llvm::StructType::get(call.getContext(), leaves);
  }

  llvm::CallInst* ask(llvm::StringRef what, llvm::Type* type, llvm::Value* operand) {
    auto* callee =
        llvm::Function::Create(llvm::FunctionType::get(type, {operand->getType()}, false),
                               llvm::GlobalValue::ExternalLinkage, what, function->getParent());
    callee->setDoesNotAccessMemory();
    callee->setDoesNotThrow();
    callee->setWillReturn();
    words.push_back(callee);
    return builder.CreateCall(callee, {operand});
  }

  /// The value of one lane.
  llvm::Value* make_argument(unsigned number, unsigned& parameter) {
    llvm::Type* type = call.getArgOperand(number)->getType();
    if (!arguments[number]) {
      llvm::Value* value = ask(argument_name, type, builder.getInt32(parameter));
      parameter += leaves_of(type).size();
      return value;
    }
    llvm::Value* first = function->getArg(parameter++);
    if (*arguments[number] == 0) {
      return first;
    }
    llvm::Value* lane =
        create_lane_call(builder, lane_name, builder.getInt64Ty(), builder.getInt32(0));
    llvm::Value* step = builder.CreateMul(lane, builder.getInt64(uint64_t(*arguments[number])));
    return type->isPointerTy() ? builder.CreatePtrAdd(first, step)
                               : builder.CreateAdd(first, builder.CreateSExtOrTrunc(step, type));
  }

  void make_return(llvm::CallBase& scalar, llvm::BasicBlock* entry, llvm::BasicBlock* last) {
    if (scalar.getType()->isVoidTy()) {
      builder.CreateRetVoid();
      return;
    }
    llvm::PHINode* value = builder.CreatePHI(scalar.getType(), 2);
    value->addIncoming(&scalar, last);
    if (masked) {
      value->addIncoming(llvm::PoisonValue::get(scalar.getType()), entry);
    }
    builder.CreateRet(ask(result_name, function->getReturnType(), value));
  }

  const llvm::CallBase& call;
  const llvm::ArrayRef<Passing> arguments;
  const bool masked;
  const unsigned width;
  llvm::IRBuilder<> builder;
  llvm::Function* function = nullptr;
  llvm::SmallVector<llvm::Function*> words; ///< what it asks with
};

/// Forms of a function that calls can ask for as they like, and the attribute of the scalar
/// function that counts them.
constexpr unsigned max_forms = 32;
constexpr llvm::StringLiteral forms_made = "vecz.forms";

/// All steps for one function. Not empty: why it cannot be done.
std::string vectorize(llvm::Function& function, unsigned width, const CallInfo& calls,
                      Remarks& remarks) {
  std::string obstacle = canonicalize(function, calls, IdRange::any, Demand::worthwhile, remarks);
  if (obstacle.empty()) {
    adapt_integer_widths(function, calls);
    obstacle = linearize_control_flow(function, calls, /*for_some_lanes=*/false, Demand::worthwhile,
                                      remarks);
  }
  if (obstacle.empty()) {
    obstacle = too_wide(function, width);
  }
  if (obstacle.empty()) {
    obstacle = widen(function, width, calls, remarks, largest_form);
  }
  if (obstacle.empty()) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.setDebugLoc({}); // they name the scalar function
    }
  }
  return obstacle;
}

} // namespace

llvm::Function* vector_function(const llvm::CallBase& call,
                                llvm::MutableArrayRef<Passing> arguments, bool masked,
                                unsigned width, const CallInfo& calls, Remarks& remarks) {
  llvm::Function* scalar = call.getCalledFunction();
  if (!scalar || scalar->isDeclaration() || scalar->isVarArg() || call.hasFnAttr(done_by_lane) ||
      scalar->getFunctionType() != call.getFunctionType() ||
      (!call.getType()->isVoidTy() && !can_be_packet(call.getType()))) {
    return nullptr;
  }
  Maker maker(call, arguments, masked, width);
  llvm::Module& module = *scalar->getParent();
  if (llvm::Function* known = module.getFunction(maker.name())) {
    return known;
  }
  const uint64_t forms = scalar->getFnAttributeAsParsedInteger(forms_made, 0);
  for (auto [argument, passing] : llvm::zip(call.args(), arguments)) {
    const bool possible = can_be_packet(argument->getType());
    if (forms >= max_forms && possible) {
      passing = std::nullopt;
    } else if (!passing && !possible) {
      return nullptr;
    }
  }
  if (llvm::Function* known = module.getFunction(maker.name())) {
    return known;
  }
  if (scalar->hasFnAttribute(maker.failure())) {
    return nullptr;
  }
  scalar->addFnAttr(forms_made, std::to_string(forms + 1));
  llvm::Function* made = maker.declare();
  const bool whole = maker.define() && vectorize(*made, width, calls, remarks).empty();
  if (!whole) {
    made->eraseFromParent();
    scalar->addFnAttr(maker.failure());
  }
  maker.erase_words();
  return whole ? made : nullptr;
}

bool is_function_call(const llvm::Value& value, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName().starts_with(name);
}

} // namespace vecz

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline.h"
#include "sycl_compiler/stages.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <vector>

namespace sycl_compiler {

namespace {

/// Whether SPIR-V has no such integer, but has a wider one.
bool is_odd(const llvm::Type* type) {
  const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type);
  const unsigned bits = integer ? integer->getBitWidth() : 0;
  return bits > 1 && bits < 64 && (bits < 8 || !llvm::isPowerOf2_32(bits));
}
/// Vectors of odd size only ever become integers as a whole.
bool has_odd(const llvm::Type* type) { return is_odd(type->getScalarType()); }

bool touches_odd(const llvm::Instruction& instruction) {
  return has_odd(instruction.getType()) ||
         llvm::any_of(instruction.operands(),
                      [](const llvm::Use& use) { return has_odd(use->getType()); });
}

/// One function. A value of an odd type is kept in the next wider integer, its other bits zero.
class Widening {
public:
  explicit Widening(llvm::Function& in)
      : function(in), layout(in.getDataLayout()), builder(in.getContext()) {}

  void run() {
    llvm::removeUnreachableBlocks(function); // the traversal does not see them
    std::vector<llvm::Instruction*> odd;
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (llvm::BasicBlock* block : order) {
      for (llvm::Instruction& instruction : *block) {
        if (touches_odd(instruction)) {
          odd.push_back(&instruction);
        }
      }
    }
    for (llvm::Instruction* instruction : odd) {
      builder.SetInsertPoint(instruction);
      llvm::Value* const made = widen(*instruction);
      if (made && is_odd(instruction->getType())) {
        wide[instruction] = made;
      } else if (made) {
        instruction->replaceAllUsesWith(made);
      }
    }
    for (auto [narrow, phi] : phis) { // now all values are there
      for (unsigned i = 0; i < narrow->getNumIncomingValues(); ++i) {
        phi->addIncoming(of(narrow->getIncomingValue(i)), narrow->getIncomingBlock(i));
      }
    }
    for (llvm::Instruction* instruction : llvm::reverse(odd)) {
      if (llvm::isa<llvm::SwitchInst, llvm::GetElementPtrInst>(instruction)) {
        continue; // they got other operands
      }
      if (!instruction->use_empty()) { // by others that go
        instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
      }
      instruction->eraseFromParent();
    }
  }

private:
  llvm::IntegerType* wider(llvm::Type* type) {
    const unsigned bits = std::max<unsigned>(8, llvm::PowerOf2Ceil(type->getIntegerBitWidth()));
    return builder.getIntNTy(bits);
  }
  /// The wide value of an operand; others are what they are.
  llvm::Value* of(llvm::Value* value) {
    if (!is_odd(value->getType())) {
      return value;
    }
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      llvm::IntegerType* const type = wider(value->getType());
      return llvm::ConstantInt::get(type, number->getValue().zext(type->getBitWidth()));
    }
    if (llvm::isa<llvm::UndefValue>(value)) {
      return llvm::ConstantInt::get(wider(value->getType()), 0);
    }
    const auto found = wide.find(value);
    return found != wide.end() ? found->second : unexpected(value);
  }
  [[noreturn]] static llvm::Value* unexpected(const llvm::Value* value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    stream << "an integer of a width that SPIR-V lacks: " << *value;
    llvm::report_fatal_error(llvm::Twine(text), false);
  }

  llvm::Value* only_bits_of(llvm::Type* narrow, llvm::Value* value) {
    const unsigned bits = narrow->getIntegerBitWidth();
    return builder.CreateAnd(
        value, llvm::APInt::getLowBitsSet(value->getType()->getIntegerBitWidth(), bits));
  }
  /// The operand with its sign in the other bits.
  llvm::Value* with_sign(llvm::Value* narrow) {
    if (!is_odd(narrow->getType())) {
      return narrow;
    }
    llvm::Value* const value = of(narrow);
    const unsigned by =
        value->getType()->getIntegerBitWidth() - narrow->getType()->getIntegerBitWidth();
    return builder.CreateAShr(builder.CreateShl(value, by), by);
  }
  /// The wide value of type `type`, whatever is in the other bits of `value`.
  llvm::Value* cut(llvm::Type* type, llvm::Value* value) {
    return is_odd(type) ? only_bits_of(type, builder.CreateZExtOrTrunc(value, wider(type)))
                        : builder.CreateZExtOrTrunc(value, type);
  }

  llvm::Value* widen(llvm::Instruction& instruction) {
    llvm::Type* const type = instruction.getType();
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return widen_load(*load);
    }
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return widen_store(*store);
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction); phi && is_odd(type)) {
      llvm::PHINode* const made = builder.CreatePHI(wider(type), phi->getNumIncomingValues());
      phis.emplace_back(phi, made);
      return made;
    }
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      return widen_cast(*cast);
    }
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
        operation && is_odd(type)) {
      return widen_operation(*operation);
    }
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      llvm::Value* const a = comparison->getOperand(0);
      llvm::Value* const b = comparison->getOperand(1);
      return comparison->isSigned()
                 ? builder.CreateICmp(comparison->getPredicate(), with_sign(a), with_sign(b))
                 : builder.CreateICmp(comparison->getPredicate(), of(a), of(b));
    }
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction); choice && is_odd(type)) {
      return builder.CreateSelect(choice->getCondition(), of(choice->getTrueValue()),
                                  of(choice->getFalseValue()));
    }
    if (llvm::isa<llvm::FreezeInst>(instruction)) {
      return builder.CreateFreeze(of(instruction.getOperand(0)));
    }
    if (llvm::isa<llvm::GetElementPtrInst>(instruction)) {
      for (llvm::Use& index : instruction.operands()) {
        if (is_odd(index->getType())) {
          index.set(builder.CreateSExt(with_sign(index), builder.getInt64Ty()));
        }
      }
      return nullptr;
    }
    if (auto* branch = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      llvm::Value* const condition = of(branch->getCondition());
      for (const auto& one : branch->cases()) {
        one.setValue(llvm::cast<llvm::ConstantInt>(of(one.getCaseValue())));
      }
      branch->setCondition(condition);
      return nullptr;
    }
    if (auto* call = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction); call && is_odd(type)) {
      llvm::Value* const a = call->isSigned() ? with_sign(call->getLHS()) : of(call->getLHS());
      llvm::Value* const b = call->isSigned() ? with_sign(call->getRHS()) : of(call->getRHS());
      return cut(type, builder.CreateBinaryIntrinsic(call->getIntrinsicID(), a, b));
    }
    return unexpected(&instruction);
  }

  llvm::Value* widen_cast(llvm::CastInst& cast) {
    llvm::Value* const from = cast.getOperand(0);
    llvm::Type* const to = cast.getType();
    switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
      return cut(to, of(from));
    case llvm::Instruction::SExt: {
      llvm::Type* const plain = is_odd(to) ? wider(to) : to;
      llvm::Value* const value = builder.CreateSExtOrTrunc(with_sign(from), plain);
      return is_odd(to) ? only_bits_of(to, value) : value;
    }
    case llvm::Instruction::UIToFP:
      return builder.CreateUIToFP(of(from), to);
    case llvm::Instruction::SIToFP:
      return builder.CreateSIToFP(with_sign(from), to);
    case llvm::Instruction::FPToUI:
      return only_bits_of(to, builder.CreateFPToUI(from, wider(to)));
    case llvm::Instruction::FPToSI:
      return only_bits_of(to, builder.CreateFPToSI(from, wider(to)));
    case llvm::Instruction::PtrToInt:
      return cut(to, builder.CreatePtrToInt(from, builder.getInt64Ty()));
    case llvm::Instruction::IntToPtr:
      return builder.CreateIntToPtr(of(from), to);
    case llvm::Instruction::BitCast:
      return widen_bitcast(from, to);
    default:
      return unexpected(&cast);
    }
  }

  /// Between an integer and a vector of the same size.
  llvm::Value* widen_bitcast(llvm::Value* from, llvm::Type* to) {
    auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(is_odd(to) ? from->getType() : to);
    if (!vector || !vector->getElementType()->isIntegerTy() || is_odd(vector->getElementType())) {
      return unexpected(from);
    }
    llvm::Type* const element = vector->getElementType();
    llvm::Value* made = llvm::Constant::getNullValue(is_odd(to) ? wider(to) : to);
    for (unsigned i = 0; i < vector->getNumElements(); ++i) {
      const unsigned by = i * element->getIntegerBitWidth();
      made = is_odd(to)
                 ? builder.CreateOr(
                       made,
                       builder.CreateShl(builder.CreateZExt(builder.CreateExtractElement(from, i),
                                                            made->getType()),
                                         by))
                 : builder.CreateInsertElement(
                       made, builder.CreateTrunc(builder.CreateLShr(of(from), by), element), i);
    }
    return made;
  }

  llvm::Value* widen_operation(llvm::BinaryOperator& operation) {
    llvm::Value* const a = operation.getOperand(0);
    llvm::Value* const b = operation.getOperand(1);
    const auto opcode = operation.getOpcode();
    switch (opcode) {
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::LShr:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
      return builder.CreateBinOp(opcode, of(a), of(b));
    case llvm::Instruction::AShr:
      return only_bits_of(operation.getType(), builder.CreateBinOp(opcode, with_sign(a), of(b)));
    case llvm::Instruction::SDiv:
    case llvm::Instruction::SRem:
      return only_bits_of(operation.getType(),
                          builder.CreateBinOp(opcode, with_sign(a), with_sign(b)));
    default: // sums, differences, products, shifts to the left
      return only_bits_of(operation.getType(), builder.CreateBinOp(opcode, of(a), of(b)));
    }
  }

  /// Calls f(type, bit, pointer, alignment) for the pieces in memory of an odd integer: the widest
  /// first, each an integer that SPIR-V has.
  template <typename F>
  void for_pieces(llvm::Type* odd, llvm::Value* pointer, llvm::Align alignment, F f) {
    const unsigned bytes = unsigned(layout.getTypeStoreSize(odd));
    for (unsigned at = 0; at < bytes;) {
      const unsigned size = unsigned(llvm::bit_floor(bytes - at));
      llvm::Value* const piece =
          at ? builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), pointer, at) : pointer;
      f(builder.getIntNTy(8 * size), 8 * at, piece, llvm::commonAlignment(alignment, at));
      at += size;
    }
  }

  llvm::Value* widen_load(llvm::LoadInst& load) {
    if (!is_odd(load.getType()) || load.isAtomic()) {
      return unexpected(&load);
    }
    llvm::Type* const type = wider(load.getType());
    llvm::Value* whole = nullptr;
    for_pieces(load.getType(), load.getPointerOperand(), load.getAlign(),
               [&](llvm::Type* piece, unsigned bit, llvm::Value* from, llvm::Align alignment) {
                 llvm::Value* const read =
                     builder.CreateAlignedLoad(piece, from, alignment, load.isVolatile());
                 llvm::Value* const part = builder.CreateShl(builder.CreateZExt(read, type), bit);
                 whole = whole ? builder.CreateOr(whole, part) : part;
               });
    return only_bits_of(load.getType(), whole);
  }

  llvm::Value* widen_store(llvm::StoreInst& store) {
    llvm::Type* const type = store.getValueOperand()->getType();
    if (!is_odd(type) || store.isAtomic()) {
      return unexpected(&store);
    }
    llvm::Value* const whole = of(store.getValueOperand());
    for_pieces(type, store.getPointerOperand(), store.getAlign(),
               [&](llvm::Type* piece, unsigned bit, llvm::Value* to, llvm::Align alignment) {
                 llvm::Value* const part =
                     builder.CreateTrunc(builder.CreateLShr(whole, bit), piece);
                 builder.CreateAlignedStore(part, to, alignment, store.isVolatile());
               });
    return nullptr;
  }

  llvm::Function& function;
  const llvm::DataLayout& layout;
  llvm::IRBuilder<> builder;
  llvm::DenseMap<llvm::Value*, llvm::Value*> wide;
  std::vector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis;
};

/// LLVM makes 128-bit products of calculations of a product's upper half, for which SPIR-V has an
/// instruction.
void use_upper_products(llvm::Function& function) {
  using namespace llvm::PatternMatch;
  std::vector<llvm::Instruction*> replaced;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* a = nullptr;
    llvm::Value* b = nullptr;
    if (instruction.getType()->isIntegerTy(64) &&
        match(&instruction,
              m_Trunc(m_LShr(m_Mul(m_ZExt(m_Value(a)), m_ZExt(m_Value(b))), m_SpecificInt(64)))) &&
        a->getType()->isIntegerTy(64) && b->getType()->isIntegerTy(64)) {
      llvm::IRBuilder<> builder(&instruction);
      llvm::Type* const type = builder.getInt64Ty();
      llvm::FunctionCallee upper =
          function.getParent()->getOrInsertFunction("_Z20__spirv_ocl_u_mul_himm", type, type, type);
      llvm::CallInst* const call = builder.CreateCall(upper, {a, b});
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      llvm::cast<llvm::Function>(upper.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
      instruction.replaceAllUsesWith(call);
      replaced.push_back(&instruction);
    }
  }
  for (llvm::Instruction* instruction : replaced) {
    llvm::RecursivelyDeleteTriviallyDeadInstructions(instruction);
  }
}

/// Functions with odd parameters or results are no more: the optimiser made them out of memory.
void inline_odd_functions(llvm::Module& module) {
  bool any = false;
  for (llvm::Function& function : module) {
    const bool odd = has_odd(function.getReturnType()) ||
                     llvm::any_of(function.args(), [](const llvm::Argument& argument) {
                       return has_odd(argument.getType());
                     });
    if (odd && !function.isDeclaration()) {
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(llvm::Attribute::AlwaysInline);
      any = true;
    }
  }
  if (any) {
    run_pipeline(module, [](llvm::PassBuilder&) {
      llvm::ModulePassManager all;
      all.addPass(llvm::AlwaysInlinerPass());
      return all;
    });
  }
}

} // namespace

void widen_integers(llvm::Module& module) {
  inline_odd_functions(module);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      use_upper_products(function);
      Widening(function).run();
    }
  }
}

} // namespace sycl_compiler

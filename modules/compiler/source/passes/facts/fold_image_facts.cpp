// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/fold_image_facts.h"

#include "libimg/descriptor.h"
#include "libimg/format.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <optional>

namespace compiler {
namespace {

constexpr llvm::StringLiteral images_name = "lanewise.images";
constexpr llvm::StringLiteral samplers_name = "lanewise.samplers";

llvm::Metadata* number(llvm::LLVMContext& context, uint32_t value) {
  return llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
}

uint32_t number_at(const llvm::MDNode& node, unsigned i) {
  return static_cast<uint32_t>(
      llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(i))->getZExtValue());
}

/// The value of a descriptor's 32-bit field at an offset, if it is known.
std::optional<uint32_t> field(const ImageFact& fact, uint64_t offset) {
  switch (offset % sizeof(libimg::Descriptor)) { // all levels have one format
  case offsetof(libimg::Descriptor, order):
    return fact.order;
  case offsetof(libimg::Descriptor, type):
    return fact.type;
  case offsetof(libimg::Descriptor, texel_size):
    return libimg::bytes_together(fact.order, fact.type);
  default:
    return std::nullopt;
  }
}

/// Whether a texel is a load, so that hardware which reads texels gains nothing.
bool is_plain(uint32_t type) {
  return type == libimg::type_float || type == libimg::type_half_float ||
         (type >= libimg::type_signed_int8 && type <= libimg::type_unsigned_int32);
}

/// The library keeps loops over texels of any format short; those of a known format may be
/// unrolled.
void forget_loop_hints(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    block.getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  }
}

class Folder {
public:
  Folder(llvm::Function& in_kernel, const ImageFact& in_fact) : kernel(in_kernel), fact(in_fact) {}

  void run() {
    // Inlining changes the users of the descriptor's address.
    while (inline_one()) {
    }
    fold(kernel.getArg(fact.argument), 0);
  }

private:
  bool inline_one() {
    for (llvm::User* user : kernel.getArg(fact.argument)->users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration()) {
        continue;
      }
      if (callee->getName().starts_with("__lanewise_")) {
        forget_loop_hints(*callee);
      }
      llvm::InlineFunctionInfo info;
      if (llvm::InlineFunction(*call, info, /*MergeAttributes=*/true).isSuccess()) {
        return true;
      }
    }
    return false;
  }

  void fold(llvm::Value* address, uint64_t offset) {
    const llvm::DataLayout& layout = kernel.getDataLayout();
    for (llvm::User* user : llvm::make_early_inc_range(address->users())) {
      if (auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt bytes(layout.getIndexTypeSizeInBits(step->getType()), 0);
        if (step->accumulateConstantOffset(layout, bytes)) {
          fold(step, offset + bytes.getZExtValue());
        }
      } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        const auto value = field(fact, offset);
        if (value && load->getType()->isIntegerTy(32)) {
          load->replaceAllUsesWith(llvm::ConstantInt::get(load->getType(), *value));
          load->eraseFromParent();
        } else if (offset % sizeof(libimg::Descriptor) == offsetof(libimg::Descriptor, texels) &&
                   is_plain(fact.type)) {
          load->replaceAllUsesWith(llvm::Constant::getNullValue(load->getType()));
          load->eraseFromParent();
        }
      }
    }
  }

  llvm::Function& kernel;
  const ImageFact fact;
};

bool fold_in(llvm::Function& kernel) {
  const llvm::MDNode* images = kernel.getMetadata(images_name);
  const llvm::MDNode* samplers = kernel.getMetadata(samplers_name);
  for (unsigned i = 0; samplers && i < samplers->getNumOperands(); ++i) {
    const auto& node = *llvm::cast<llvm::MDNode>(samplers->getOperand(i));
    llvm::Argument* argument = kernel.getArg(number_at(node, 0));
    argument->replaceAllUsesWith(llvm::ConstantInt::get(argument->getType(), number_at(node, 1)));
  }
  for (unsigned i = 0; images && i < images->getNumOperands(); ++i) {
    const auto& node = *llvm::cast<llvm::MDNode>(images->getOperand(i));
    Folder(kernel, {number_at(node, 0), number_at(node, 1), number_at(node, 2)}).run();
  }
  kernel.setMetadata(images_name, nullptr);
  kernel.setMetadata(samplers_name, nullptr);
  return images || samplers;
}

} // namespace

void state_image_facts(llvm::Function& kernel, llvm::ArrayRef<ImageFact> images,
                       llvm::ArrayRef<SamplerFact> samplers) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata*> nodes;
  for (const ImageFact& image : images) {
    nodes.push_back(
        llvm::MDNode::get(context, {number(context, image.argument), number(context, image.order),
                                    number(context, image.type)}));
  }
  kernel.setMetadata(images_name, nodes.empty() ? nullptr : llvm::MDNode::get(context, nodes));
  nodes.clear();
  for (const SamplerFact& sampler : samplers) {
    nodes.push_back(llvm::MDNode::get(
        context, {number(context, sampler.argument), number(context, sampler.word)}));
  }
  kernel.setMetadata(samplers_name, nodes.empty() ? nullptr : llvm::MDNode::get(context, nodes));
}

bool fold_image_facts(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= fold_in(function);
  }
  return changed;
}

} // namespace compiler

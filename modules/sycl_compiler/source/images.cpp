// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"
#include "repairs/handle_instructions.h"
#include "sycl_compiler/stages.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace sycl_compiler {

namespace {

/// Numbers of SPIR-V's specification: Access Qualifier.
enum Access : unsigned { read_only = 0, read_write = 2 };

std::string with_length(const std::string& name) { return std::to_string(name.size()) + name; }

/// A function that the back end knows by its name in Itanium's mangling. It looks at no more than
/// the name itself; functions of different types need different ones, for which the parameter, a
/// class that is called `kind`, is there.
std::string mangled(const std::string& name, const std::string& kind) {
  return "_Z" + with_length(name) + with_length(kind);
}

class State {
public:
  explicit State(llvm::Module& of) : module(of), builder(of.getContext()) {}

  void process() {
    struct Family {
      const char* prefix;
      bool (State::*lower)(llvm::CallInst&, llvm::StringRef);
    };
    constexpr Family families[] = {{image_read_prefix, &State::read},
                                   {image_sample_prefix, &State::sample},
                                   {image_write_prefix, &State::write}};
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      for (const Family& family : families) {
        llvm::StringRef texel = function.getName();
        if (!function.isDeclaration() || !texel.consume_front(family.prefix)) {
          continue;
        }
        for (llvm::CallInst* call : calls_of(function)) {
          builder.SetInsertPoint(call);
          if ((this->*family.lower)(*call, texel)) {
            call->eraseFromParent();
          }
        }
        if (function.use_empty()) {
          function.eraseFromParent();
        }
        break;
      }
    }
  }

private:
  /// (image, dimensions, coordinates). False: the number of dimensions is none.
  bool read(llvm::CallInst& call, llvm::StringRef texel) {
    const unsigned dimensions = dimensions_of(*call.getArgOperand(1));
    if (dimensions == 0) {
      return false;
    }
    llvm::Value* image = image_of(*call.getArgOperand(0), dimensions, read_write);
    call.replaceAllUsesWith(make(mangled("__spirv_ImageRead", kind_of(texel, dimensions)),
                                 call.getType(),
                                 {image, coordinates(*call.getArgOperand(2), dimensions)}));
    return true;
  }

  /// (image, sampler, dimensions, coordinates).
  bool sample(llvm::CallInst& call, llvm::StringRef texel) {
    const unsigned dimensions = dimensions_of(*call.getArgOperand(2));
    if (dimensions == 0) {
      return false;
    }
    llvm::Value* image = image_of(*call.getArgOperand(0), dimensions, read_only);
    llvm::Value* sampler = make(sampler_of_handle_prefix + std::string("any"),
                                llvm::TargetExtType::get(module.getContext(), "spirv.Sampler"),
                                {call.getArgOperand(1)});
    llvm::Value* sampled =
        make(mangled("__spirv_SampledImage", kind_of("image", dimensions)),
             image_type("spirv.SampledImage", dimensions, read_only), {image, sampler});
    constexpr unsigned lod = 2; // of the image operands
    call.replaceAllUsesWith(
        make(mangled("__spirv_ImageSampleExplicitLod", kind_of(texel, dimensions)), call.getType(),
             {sampled, coordinates(*call.getArgOperand(3), dimensions), builder.getInt32(lod),
              llvm::ConstantFP::get(builder.getFloatTy(), 0)}));
    return true;
  }

  /// (image, dimensions, coordinates, texel).
  bool write(llvm::CallInst& call, llvm::StringRef texel) {
    const unsigned dimensions = dimensions_of(*call.getArgOperand(1));
    if (dimensions == 0) {
      return false;
    }
    llvm::Value* image = image_of(*call.getArgOperand(0), dimensions, read_write);
    make(mangled("__spirv_ImageWrite", kind_of(texel, dimensions)), builder.getVoidTy(),
         {image, coordinates(*call.getArgOperand(2), dimensions), call.getArgOperand(3)});
    return true;
  }

  static unsigned dimensions_of(const llvm::Value& number) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&number);
    const uint64_t value = constant ? constant->getZExtValue() : 0;
    return value <= 3 ? unsigned(value) : 0;
  }

  llvm::Type* image_type(llvm::StringRef name, unsigned dimensions, Access access) {
    llvm::LLVMContext& context = module.getContext();
    // Dim, Depth, Arrayed, MS, Sampled, Image Format, Access Qualifier.
    return llvm::TargetExtType::get(context, name, {llvm::Type::getVoidTy(context)},
                                    {dimensions - 1, 0, 0, 0, 0, 0, access});
  }

  llvm::Value* image_of(llvm::Value& handle, unsigned dimensions, Access access) {
    return make(image_of_handle_prefix +
                    kind_of(access == read_only ? "read_only" : "read_write", dimensions),
                image_type("spirv.Image", dimensions, access), {&handle});
  }

  static std::string kind_of(llvm::StringRef what, unsigned dimensions) {
    return what.str() + std::to_string(dimensions) + "d";
  }

  /// One number, two, or four of which the last one says nothing.
  llvm::Value* coordinates(llvm::Value& all, unsigned dimensions) {
    constexpr int first[] = {0, 1};
    return dimensions == 1   ? builder.CreateExtractElement(&all, uint64_t(0))
           : dimensions == 2 ? builder.CreateShuffleVector(&all, first)
                             : &all;
  }

  llvm::CallInst* make(const std::string& name, llvm::Type* result,
                       llvm::ArrayRef<llvm::Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 4> parameters;
    for (const llvm::Value* argument : arguments) {
      parameters.push_back(argument->getType());
    }
    llvm::FunctionCallee callee =
        module.getOrInsertFunction(name, llvm::FunctionType::get(result, parameters, false));
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return made;
  }

  llvm::Module& module;
  llvm::IRBuilder<> builder;
};

} // namespace

void lower_images(llvm::Module& module) { State(module).process(); }

} // namespace sycl_compiler

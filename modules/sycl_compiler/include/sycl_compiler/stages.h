// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages between linked bitcode and SPIR-V, each a function from a module to a module. The
// order and its reasons are in stages.cpp. clang-sycl-linker --only=<name> runs one of them on
// text.
#ifndef SYCL_COMPILER_STAGES_H
#define SYCL_COMPILER_STAGES_H

#include <span>
#include <string>

namespace llvm {
class Module;
}

namespace sycl_compiler {

/// Functions that headers call and a stage replaces. No code is ever made for them.
inline constexpr const char* local_block_function = "__lanewise_sycl_local_block";
inline constexpr const char* local_memory_function = "__lanewise_sycl_local_memory";
inline constexpr const char* begin_items_function = "__lanewise_sycl_begin_items";
inline constexpr const char* end_items_function = "__lanewise_sycl_end_items";
inline constexpr const char* items_are_parallel_function = "__lanewise_sycl_items_are_parallel";
inline constexpr const char* item_memory_function = "__lanewise_sycl_item_memory";
inline constexpr const char* matrices_function = "__lanewise_sycl_matrices";
inline constexpr const char* specialization_function = "__lanewise_sycl_specialization_constant";
/// Prefixes of such functions on images; the type of a texel follows. A handle is that of
/// cl_lanewise_image_handle, the number of dimensions a constant, coordinates beyond it say
/// nothing.
///   texel read(ulong image, int dimensions, int4 at)
///   texel sample(ulong image, ulong sampler, int dimensions, float4 at)
///   void write(ulong image, int dimensions, int4 at, texel)
inline constexpr const char* image_read_prefix = "__lanewise_sycl_image_read_";
inline constexpr const char* image_sample_prefix = "__lanewise_sycl_image_sample_";
inline constexpr const char* image_write_prefix = "__lanewise_sycl_image_write_";
/// What they all begin with.
inline constexpr const char* image_function_prefix = "__lanewise_sycl_image_";
/// Function attribute of kernels with the additional parameter of local_block.
inline constexpr const char* local_block_attribute = "lanewise-sycl-local-block";

/// Function attribute of hierarchical kernels whose work-items are those of the device.
inline constexpr const char* parallel_items_attribute = "lanewise-sycl-parallel-items";

/// `kernels`: prepares a module as Clang wrote it for being linked with others.
/// Guarantees: kernels are weak_odr, so that an inline function with a kernel may be in several
/// files (Clang 22 makes them strong). Nothing is marked noinline or optnone, which -O0 does.
void prepare_kernels(llvm::Module& module);

/// `constant-names`: gives specialization constants that one file alone knows (their variable has
/// internal linkage) a name with that file in it. Requires: the module is as Clang wrote it.
void name_specialization_constants(llvm::Module& module);

/// `constant-numbers`: replaces calls of specialization_function(to, id, name, unit, bytes) by
/// stores of pieces, each the result of a function without a body; constants are numbered in the
/// order of their names, and the module's metadata says which numbers are whose.
/// Requires: the module is linked; the arguments are constants. Guarantees: no such call is left,
/// but those whose id has no constant initializer.
void number_specialization_constants(llvm::Module& module);

/// `constants`: the functions of the stage before get bodies with SPIR-V's specialization
/// constants. Each is in the code once, as numbers have to be unique.
///
///   before: declare i32 @lanewise.sycl.piece.3()
///   after:  define internal i32 @lanewise.sycl.piece.3() { %1 = call i32 @__spirv_SpecConstant ...
void emit_specialization_constants(llvm::Module& module);

/// `requirements`: what kernels require of a device (sycl_compiler/requirements.h).
/// Requires: the module is linked, calls are direct. Guarantees: kernels have the aspects and the
/// specialization constants of all functions that they reach, and the aspects of the types and
/// images that those use; sizes of work-groups and sub-groups are metadata, too, of which the back
/// end makes execution modes. Those of single_task have work-groups of one work-item; the image
/// does not say so. Kernels that reach matrices_function require a size of sub-groups, 16 if they
/// say none; calls of it are left only if a kernel requires less than 16.
void complete_requirements(llvm::Module& module);

/// `hierarchical`: decides how hierarchical kernels run, and replaces the functions that headers
/// call for it (sycl/index/h_item.hpp). A kernel's work-items are those of the device if each of
/// them can do for itself what the group does between the loops over work-items, with the same
/// result: that writes to no memory but variables that the loops only read, and no loop leaves
/// values behind in variables. Otherwise one work-item does the work of the group.
/// Requires: the module is linked, calls are direct, there is no recursion. Guarantees: none of
/// these functions is left. Kernels of the first kind have parallel_items_attribute, and a barrier
/// behind each loop over work-items, and before it where the group reads memory.
///
///   before: call void @begin()
///           %p = call i1 @are_parallel()
///           br i1 %p, label %of_this_item, label %of_all_items, in turn  ...
///           call void @end()
///   after:  br i1 true, ...
///           call void @__spirv_ControlBarrier(i32 2, i32 2, i32 776)
void lower_hierarchical_kernels(llvm::Module& module);

/// `local-memory`: replaces the functions that return local memory. Requires: the module is linked,
/// calls are direct, there is no recursion. Guarantees: no call of local_block_function and
/// local_memory_function is left. The first becomes a parameter that is added to each kernel that
/// reaches such a call (functions between are inlined); each call of the second becomes a variable
/// of local memory of its own.
///
///   before: define spir_kernel void @k(ptr byval(%T) %0) { %p = call ptr addrspace(3) @block() ...
///   after:  define spir_kernel void @k(ptr byval(%T) %0, ptr addrspace(3) %block) { ...
void lower_local_memory(llvm::Module& module);

/// `argument-spaces`: pointers that are read out of a kernel's argument are global, as the host put
/// them there. Requires: the object is read directly (after inlining and SROA).
/// Guarantees: such pointers pass through addrspace(1), from where inference goes on.
void infer_argument_spaces(llvm::Module& module);

/// `optimize`: inlines, cleans up and infers address spaces. Does not unroll and does not
/// vectorise: the device's compiler knows better.
void optimize(llvm::Module& module);

/// `aggregate-phis`: a phi for each element of a phi of structures or arrays, for which LLVM 22's
/// SPIR-V back end ends in a crash. The optimiser makes one of many atomic exchanges whose order
/// the program computes. Guarantees: no phi has an aggregate type.
void split_aggregate_phis(llvm::Module& module);

/// `integer-widths`: keeps integers of widths that SPIR-V's kernels lack in wider ones. The
/// optimiser makes a 24-bit integer of three bytes that are copied, Clang of bit-fields; LLVM 22's
/// SPIR-V back end would read and write four bytes, and calculate with more bits than there are.
/// Guarantees: integers of up to 64 bits have 1, 8, 16, 32 or 64. Upper halves of products, for
/// which the optimiser makes 128-bit integers, are calls of the function that SPIR-V has.
///
///   before: %x = load i24, ptr %p
///   after:  %0 = load i16, ptr %p ... %1 = load i8, ptr (%p + 2) ... %x = or i32 (%0), (%1 << 16)
void widen_integers(llvm::Module& module);

/// `copy-alignment`: a copy has one alignment in the back end's SPIR-V, that of its target, and
/// both sides of SPIR-V's copies may not overlap, which those of a memmove may.
/// Guarantees: there is no memmove, and where a copy's target is more aligned than its source,
/// there are loads and stores that are aligned as the source is, or a loop of them.
void keep_copy_alignment(llvm::Module& module);

/// `variable-types`: keeps LLVM 22's SPIR-V back end from making local variables smaller than they
/// are. It guesses a variable's type from uses: that of a parameter that gets the address, that of
/// a pointer that is read or written there, or one byte if the bytes of a pointer's variable are
/// used.
/// Guarantees: addresses of variables go into calls and casts through a pointer of their own, as
/// they do where a structure's first member is a pointer that is read or written, and pointers
/// whose variable is used otherwise than as one have the variable of an integer.
void keep_variable_types(llvm::Module& module);

/// `memory-effects`: LLVM 22's SPIR-V back end says of a function that only reads memory that it
/// reads none (Const), so callers' stores to what it reads would be removed.
/// Guarantees: no function with a body or without says that it only reads.
void forget_reads(llvm::Module& module);

/// `images`: calls of the functions on images become calls of those that the back end makes
/// SPIR-V's instructions of, on images and samplers that are made of handles; C++ has no names for
/// their types. Functions without bodies stand for the instructions that make them, of
/// SPV_INTEL_bindless_images, until there is SPIR-V.
/// Requires: calls are direct. Guarantees: no such call is left, but those whose number of
/// dimensions is no constant from 1 to 3.
///
///   before: %t = call <4 x float> @__lanewise_sycl_image_read_f(i64 %handle, i32 2, <4 x i32> %at)
///   after:  %i = call target("spirv.Image", ...) @lanewise.sycl.image_of_handle.2d(i64 %handle)
///           %t = call <4 x float> @__spirv_ImageRead(%i, <2 x i32> (the first two of %at))
void lower_images(llvm::Module& module);

/// A stage by its name.
struct Stage {
  const char* name;
  void (*run)(llvm::Module&);
};
/// All stages that each input goes through before the link, in order.
[[nodiscard]] std::span<const Stage> stages_before_link();
/// All stages that the linked module goes through, in order.
[[nodiscard]] std::span<const Stage> stages_of_whole();
/// All stages that each part of it goes through then, the code of one image, in order.
[[nodiscard]] std::span<const Stage> stages_of_part();
/// The stage of that name, those before the link included; null if there is none.
[[nodiscard]] const Stage* find_stage(const std::string& name);

} // namespace sycl_compiler

#endif

// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reader/handlers.h"

#include "instructions/memory/pointer_vectors.h"
#include "instructions/values/bfloat16.h"

namespace spirv_ll {
namespace {

using Table = llvm::DenseMap<uint32_t, const HandlerRow*>;

const Table& all_handlers() {
  static const Table& table = *new Table([] {
    Table made;
    for (const auto rows : {miscellaneous_rows(),
                            mode_rows(),
                            debug_rows(),
                            annotation_rows(),
                            type_rows(),
                            constant_rows(),
                            memory_rows(),
                            pointer_rows(),
                            pointer_vector_rows(),
                            function_rows(),
                            function_pointer_rows(),
                            image_rows(),
                            conversion_rows(),
                            composite_rows(),
                            arithmetic_rows(),
                            dot_product_rows(),
                            cooperative_matrix_rows(),
                            matrix_memory_rows(),
                            bit_rows(),
                            relational_rows(),
                            control_flow_rows(),
                            atomic_rows(),
                            barrier_rows(),
                            group_rows(),
                            non_uniform_rows(),
                            pipe_rows(),
                            device_enqueue_rows(),
                            extended_rows()}) {
      for (const HandlerRow& row : rows) {
        made[uint32_t(row.opcode)] = &row;
      }
    }
    return made;
  }());
  return table;
}

unsigned width_of(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

struct ClassRow {
  char letter;
  const char* words;
  bool (*holds)(const llvm::Type*);
};
constexpr ClassRow classes[] = {
    {'i', "an integer", [](const llvm::Type* t) { return t->isIntegerTy() && !t->isIntegerTy(1); }},
    {'f', "a floating-point number", [](const llvm::Type* t) { return t->isFloatingPointTy(); }},
    {'b', "a boolean", [](const llvm::Type* t) { return t->isIntegerTy(1); }},
    {'n', "a number",
     [](const llvm::Type* t) {
       return t->isFloatingPointTy() || (t->isIntegerTy() && !t->isIntegerTy(1));
     }},
    {'p', "a pointer", [](const llvm::Type* t) { return t->isPointerTy(); }},
    {'v', "a value", [](const llvm::Type*) { return true; }},
};

/// Checks one type against a requirement; the error completes "... has to be".
Outcome check_class(llvm::StringRef word, const llvm::Type* type, const llvm::Type* result,
                    const llvm::Type* first) {
  if (word == "=") {
    return type == result ? Outcome(cargo::success{}) : fail("of the result type");
  }
  if (word == "1") {
    return type == first ? Outcome(cargo::success{}) : fail("of the first operand's type");
  }
  if (word == "e") {
    return type == result->getScalarType() ? Outcome(cargo::success{})
                                           : fail("of the type of the result's elements");
  }
  for (const ClassRow& row : classes) {
    if (row.letter != word[0]) {
      continue;
    }
    // Vectors of pointers are vectors of numbers here.
    const auto* scalar = row.letter == 'p' || row.letter == 'v' ? type : type->getScalarType();
    if (!row.holds(scalar)) {
      return fail(row.words);
    }
  }
  switch (word.size() > 1 ? word[1] : 0) {
  case 's':
    return type->isVectorTy() ? fail("a scalar") : Outcome(cargo::success{});
  case 'v':
    return type->isVectorTy() ? Outcome(cargo::success{}) : fail("a vector");
  case 'w':
    return width_of(type) == width_of(result) ? Outcome(cargo::success{})
                                              : fail("of as many elements as the result");
  default:
    return cargo::success{};
  }
}

Outcome check_shape(Reader& reader, const char* shape, Inst& inst) {
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::StringRef(shape).split(words, ' ');
  const llvm::Type* result = nullptr;
  if (inst.type) {
    const auto type = reader.need_type(inst.type);
    if (!type) {
      return fail(type.error());
    }
    result = (*type)->ir;
    if (!result || result->isVoidTy() || result->isFunctionTy()) {
      return fail("the result type " + id_text(inst.type) + " has no values");
    }
    if (auto good = check_class(words[0], result, result, nullptr); !good) {
      return fail("the result has to be " + good.error());
    }
  }
  for (size_t i = 1; i < words.size(); ++i) {
    const auto value = reader.value(inst.word(i - 1));
    if (!value) {
      return fail(value.error());
    }
    inst.args.push_back(*value);
    if (auto good =
            check_class(words[i], (*value)->getType(), result, inst.args.front()->getType());
        !good) {
      return fail("operand " + id_text(inst.word(i - 1)) + " has to be " + good.error());
    }
  }
  return cargo::success{};
}

} // namespace

const HandlerRow* find_handler(Op opcode) { return all_handlers().lookup(uint32_t(opcode)); }

Result handle(Reader& reader, const HandlerRow& row, Inst& inst) {
  if (reader.has_bfloat16 && computes_with_bfloat16(reader, row, inst)) {
    return compute_in_float(reader, row, inst);
  }
  if (reader.has_pointer_vectors && computes_with_pointer_vectors(reader, inst)) {
    return compute_by_pointer(reader, row, inst);
  }
  if (row.shape) {
    if (auto good = check_shape(reader, row.shape, inst); !good) {
      return fail(good.error());
    }
  }
  return row.handler(reader, inst);
}

} // namespace spirv_ll

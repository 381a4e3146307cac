// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements of cooperative matrices are: in memory, for loads and stores
// (SPV_KHR_cooperative_matrix), also of matrices that reach beyond what there is, and in the matrix
// (SPV_INTEL_joint_matrix).
#include "instructions/memory/masked_access.h"
#include "instructions/memory/memory_access.h"
#include "instructions/values/cooperative_matrix.h"

namespace spirv_ll {
namespace {

/// `packed`: words of 32 bits with elements of as many rows, one row of words after the other.
enum class Layout : uint64_t { row_major, column_major, packed };

/// A row and a column, 64 bits.
struct Place {
  llvm::Value *row, *column;
};

/// A work-item's place in its sub-group.
class Lane {
public:
  static cargo::expected<Lane, std::string> read(Reader& reader) {
    const auto own = sub_group_lane(reader);
    if (!own) {
      return fail(own.error());
    }
    return Lane(reader.builder, *reader.builder.CreateZExt(*own, reader.builder.getInt64Ty()));
  }

  /// Where element `i` of those that the work-item holds is in the matrix.
  [[nodiscard]] Place place(const Type& matrix, uint64_t i) const {
    const uint64_t columns = matrix.matrix.columns, first = i * matrix_lanes(matrix),
                   in_row = first % columns;
    if (in_row + matrix_lanes(matrix) <= columns) { // all work-items' in one row, side by side
      return {b.getInt64(first / columns), b.CreateAdd(&own, b.getInt64(in_row))};
    }
    return place(matrix, *b.getInt64(first));
  }
  /// The same for an element that is not known, by the number of the first work-item's.
  [[nodiscard]] Place place(const Type& matrix, llvm::Value& first) const {
    llvm::Value* const index = b.CreateAdd(&own, &first);
    llvm::Value* const columns = b.getInt64(matrix.matrix.columns);
    return {b.CreateUDiv(index, columns), b.CreateURem(index, columns)};
  }

private:
  Lane(llvm::IRBuilderBase& builder, llvm::Value& number) : b(builder), own(number) {}

  llvm::IRBuilderBase& b;
  llvm::Value& own;
};

/// Where a matrix of the program's begins, and how far it reaches, in rows and columns; of a packed
/// one in rows of words and elements of these.
struct Region {
  llvm::Value *row, *column, *height, *width;
};
/// Of the operands from `first` on: two offsets; and of those from `sizes` on.
cargo::expected<Region, std::string> region_of(Reader& reader, const Inst& inst, size_t first,
                                               size_t sizes) {
  const auto number = [&](size_t word) -> Result {
    const auto value = reader.value(inst.word(word));
    if (!value || !(*value)->getType()->isIntegerTy()) {
      return fail(value ? "offsets and sizes have to be integers" : value.error());
    }
    return reader.builder.CreateSExtOrTrunc(*value, reader.builder.getInt64Ty());
  };
  const auto row = number(first), column = number(first + 1), height = number(sizes),
             width = number(sizes + 1);
  for (const auto& each : {row, column, height, width}) {
    if (!each) {
      return fail(each.error());
    }
  }
  return Region{*row, *column, *height, *width};
}
/// Moves a place into the region; whether it is inside.
llvm::Value* move_into(llvm::IRBuilderBase& b, const Region& region, Place& place) {
  place = {b.CreateAdd(place.row, region.row), b.CreateAdd(place.column, region.column)};
  return b.CreateAnd(b.CreateICmpULT(place.row, region.height),
                     b.CreateICmpULT(place.column, region.width));
}

/// Where the elements of a matrix are in memory that a work-item holds.
class Places {
public:
  /// `stride`: of rows, or of columns, in units of what `pointer` points to, or in elements if
  /// these are bytes; 0: there is none.
  static cargo::expected<Places, std::string>
  read(Reader& reader, const Type& matrix, uint32_t pointer, uint32_t layout, uint32_t stride,
       const std::optional<Region>& region = std::nullopt) {
    const auto at = reader.value(pointer);
    const auto order = reader.integer(layout);
    const auto lane = Lane::read(reader);
    if (!at || !order || !lane) {
      return fail(!at ? at.error() : !order ? "the layout has to be a constant" : lane.error());
    }
    const Type* type = reader.type_of(pointer);
    if (!type || type->kind != TypeKind::pointer || !type->element ||
        !(type->element->is_scalar() || type->element->kind == TypeKind::vector)) {
      return fail(id_text(pointer) + " is no pointer to numbers or vectors");
    }
    if (*order > uint64_t(Layout::packed)) {
      return fail("matrices are laid out in rows (0), columns (1) or words of rows (2), not " +
                  std::to_string(*order));
    }
    auto& b = reader.builder;
    Places places(reader, matrix, **at, Layout(*order), *lane, region);
    if (places.layout == Layout::packed && matrix.matrix.rows % places.in_word() != 0) {
      return fail("a matrix of " + std::to_string(matrix.matrix.rows) +
                  " rows cannot be packed in words of " + std::to_string(places.in_word()));
    }
    if (stride == 0) {
      const uint64_t line = places.layout == Layout::column_major
                                ? matrix.matrix.rows
                                : matrix.matrix.columns * places.in_word();
      places.line_bytes = b.getInt64(line * places.size());
    } else {
      const auto given = reader.value(stride);
      if (!given || !(*given)->getType()->isIntegerTy()) {
        return fail(given ? "the stride has to be an integer" : given.error());
      }
      // LLVM's translator writes pointers to bytes for its own, which have no type, and counts in
      // elements.
      const uint64_t pointee = reader.module.getDataLayout().getTypeAllocSize(type->element->ir),
                     unit = pointee == 1 ? places.size() : pointee;
      places.line_bytes =
          b.CreateMul(b.CreateSExtOrTrunc(*given, b.getInt64Ty()), b.getInt64(unit));
    }
    return places;
  }

  /// The element's address, and whether there is one; null if there always is.
  struct Address {
    llvm::Value *pointer, *exists;
  };
  [[nodiscard]] Address operator[](uint64_t i) const {
    auto& b = reader.builder;
    Place place = lane.place(matrix, i);
    if (layout == Layout::packed) {
      llvm::Value* const rows = b.getInt64(in_word());
      place = {b.CreateUDiv(place.row, rows),
               b.CreateAdd(b.CreateMul(place.column, rows), b.CreateURem(place.row, rows))};
    }
    llvm::Value* const exists = region ? move_into(b, *region, place) : nullptr;
    if (layout == Layout::column_major) {
      std::swap(place.row, place.column);
    }
    llvm::Value* const offset = b.CreateAdd(b.CreateMul(place.row, line_bytes),
                                            b.CreateMul(place.column, b.getInt64(size())));
    return {b.CreateGEP(b.getInt8Ty(), &pointer, offset), exists};
  }

  [[nodiscard]] llvm::Align alignment() const {
    return reader.module.getDataLayout().getABITypeAlign(matrix.element->ir);
  }
  [[nodiscard]] llvm::Function& masked_access(bool loads) const {
    return *masked_access_function(reader, loads, *matrix.element->ir, *pointer.getType(),
                                   alignment());
  }

private:
  Places(Reader& in, const Type& of, llvm::Value& at, Layout order, const Lane& own,
         const std::optional<Region>& within)
      : reader(in), matrix(of), pointer(at), layout(order), lane(own), region(within) {}

  [[nodiscard]] uint64_t size() const {
    return reader.module.getDataLayout().getTypeAllocSize(matrix.element->ir);
  }
  /// Elements of a word; 1 where they are not packed.
  [[nodiscard]] uint64_t in_word() const {
    constexpr uint64_t word = 4;
    return layout == Layout::packed ? std::max<uint64_t>(word / size(), 1) : 1;
  }

  Reader& reader;
  const Type& matrix;
  llvm::Value& pointer;
  Layout layout;
  Lane lane;
  std::optional<Region> region;
  llvm::Value* line_bytes = nullptr;
};

/// The operands behind the layout: a stride, if the instruction has one, and those of memory.
struct Rest {
  uint32_t stride = 0;
  MemoryAccess access;
};
cargo::expected<Rest, std::string> rest_of(const Inst& inst, size_t first) {
  Rest rest;
  rest.stride = inst.word(first);
  size_t used = 0;
  const auto access = memory_access(inst.from(first + 1), used);
  if (!access) {
    return fail(access.error());
  }
  rest.access = *access;
  return rest;
}

Result load(Reader& reader, const Inst& inst) {
  const auto type = matrix_type(reader, inst.type);
  const auto rest = rest_of(inst, 2);
  if (!type || !rest) {
    return fail(type ? rest.error() : type.error());
  }
  const auto places = Places::read(reader, **type, inst.word(0), inst.word(1), rest->stride);
  if (!places) {
    return fail(places.error());
  }
  llvm::Value* matrix = llvm::PoisonValue::get((*type)->ir);
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    llvm::Value* const element = reader.builder.CreateAlignedLoad(
        (*type)->element->ir, (*places)[i].pointer, places->alignment(), rest->access.is_volatile);
    matrix = reader.builder.CreateInsertElement(matrix, element, i);
  }
  return matrix;
}

Result store(Reader& reader, const Inst& inst) {
  const auto type = type_of_matrix(reader, inst.word(1));
  const auto rest = rest_of(inst, 3);
  const auto matrix = reader.value(inst.word(1));
  if (!type || !rest || !matrix) {
    return fail(!type ? type.error() : !rest ? rest.error() : matrix.error());
  }
  const auto places = Places::read(reader, **type, inst.word(0), inst.word(2), rest->stride);
  if (!places) {
    return fail(places.error());
  }
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    reader.builder.CreateAlignedStore(reader.builder.CreateExtractElement(*matrix, i),
                                      (*places)[i].pointer, places->alignment(),
                                      rest->access.is_volatile);
  }
  return nullptr;
}

/// Of an instruction whose layout is operand 3 or 4, with sizes behind it.
cargo::expected<Places, std::string> places_in_region(Reader& reader, const Inst& inst,
                                                      const Type& matrix, size_t layout) {
  const auto rest = rest_of(inst, layout + 3);
  const auto region = region_of(reader, inst, 1, layout + 1);
  if (!rest || !region) {
    return fail(rest ? region.error() : rest.error());
  }
  if (rest->access.is_volatile) {
    return fail("an access of a matrix that is checked cannot be volatile");
  }
  return Places::read(reader, matrix, inst.word(0), inst.word(layout), rest->stride, *region);
}

Result load_checked(Reader& reader, const Inst& inst) {
  const auto type = matrix_type(reader, inst.type);
  if (!type) {
    return fail(type.error());
  }
  const auto places = places_in_region(reader, inst, **type, 3);
  if (!places) {
    return fail(places.error());
  }
  llvm::Function& access = places->masked_access(/*loads=*/true);
  llvm::Value* const zero = llvm::Constant::getNullValue((*type)->element->ir);
  llvm::Value* matrix = llvm::PoisonValue::get((*type)->ir);
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    const Places::Address address = (*places)[i];
    llvm::CallInst* const element =
        reader.builder.CreateCall(&access, {address.pointer, address.exists, zero});
    element->setCallingConv(access.getCallingConv());
    matrix = reader.builder.CreateInsertElement(matrix, element, i);
  }
  return matrix;
}

Result store_checked(Reader& reader, const Inst& inst) {
  const auto type = type_of_matrix(reader, inst.word(3));
  const auto matrix = reader.value(inst.word(3));
  if (!type || !matrix) {
    return fail(type ? matrix.error() : type.error());
  }
  const auto places = places_in_region(reader, inst, **type, 4);
  if (!places) {
    return fail(places.error());
  }
  llvm::Function& access = places->masked_access(/*loads=*/false);
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    const Places::Address address = (*places)[i];
    reader.builder
        .CreateCall(&access, {address.pointer, address.exists,
                              reader.builder.CreateExtractElement(*matrix, i)})
        ->setCallingConv(access.getCallingConv());
  }
  return nullptr;
}

/// Zeros outside of the region.
Result construct_checked(Reader& reader, const Inst& inst) {
  const auto type = matrix_type(reader, inst.type);
  const auto region = region_of(reader, inst, 0, 2);
  const auto value = reader.value(inst.word(4));
  const auto lane = Lane::read(reader);
  if (!type || !region || !value || !lane) {
    return fail(!type     ? type.error()
                : !region ? region.error()
                : !value  ? value.error()
                          : lane.error());
  }
  if ((*value)->getType() != (*type)->element->ir) {
    return fail("a matrix is filled with a value of its elements' type");
  }
  auto& b = reader.builder;
  llvm::Value* matrix = llvm::PoisonValue::get((*type)->ir);
  for (uint64_t i = 0; i < (*type)->count; ++i) {
    Place place = lane->place(**type, i);
    llvm::Value* const exists = move_into(b, *region, place);
    matrix = b.CreateInsertElement(
        matrix, b.CreateSelect(exists, *value, llvm::Constant::getNullValue((*value)->getType())),
        i);
  }
  return matrix;
}

/// The row and the column of one of the elements that a work-item holds.
Result element_place(Reader& reader, const Inst& inst) {
  const Type* result = reader.type(inst.type);
  const auto type = type_of_matrix(reader, inst.word(0));
  const auto index = reader.value(inst.word(1));
  const auto lane = Lane::read(reader);
  if (!type || !index || !lane) {
    return fail(!type ? type.error() : !index ? index.error() : lane.error());
  }
  auto& b = reader.builder;
  auto* pair = llvm::FixedVectorType::get(b.getInt32Ty(), 2);
  if (!result || result->ir != pair || !(*index)->getType()->isIntegerTy()) {
    return fail("an element's number is an integer, its place two integers of 32 bits");
  }
  llvm::Value* const first =
      b.CreateMul(b.CreateZExtOrTrunc(*index, b.getInt64Ty()), b.getInt64(matrix_lanes(**type)));
  const Place place = lane->place(**type, *first);
  llvm::Value* both = llvm::PoisonValue::get(pair);
  both = b.CreateInsertElement(both, b.CreateTrunc(place.row, b.getInt32Ty()), uint64_t(0));
  return b.CreateInsertElement(both, b.CreateTrunc(place.column, b.getInt32Ty()), uint64_t(1));
}

/// Which changes nothing.
Result prefetch(Reader&, const Inst&) { return nullptr; }

constexpr HandlerRow rows[] = {
    {Op::CooperativeMatrixLoadKHR, nullptr, load},
    {Op::CooperativeMatrixStoreKHR, nullptr, store},
    {Op::CooperativeMatrixLoadCheckedINTEL, nullptr, load_checked},
    {Op::CooperativeMatrixStoreCheckedINTEL, nullptr, store_checked},
    {Op::CooperativeMatrixConstructCheckedINTEL, nullptr, construct_checked},
    {Op::CooperativeMatrixGetElementCoordINTEL, nullptr, element_place},
    {Op::CooperativeMatrixPrefetchINTEL, nullptr, prefetch},
};

} // namespace

std::span<const HandlerRow> matrix_memory_rows() { return rows; }

} // namespace spirv_ll

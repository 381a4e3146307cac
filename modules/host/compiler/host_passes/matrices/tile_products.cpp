// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/matrices/tile_products.h"

#include "host_passes/matrices/rows_in_memory.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVectorExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <map>

namespace host {
namespace {

using Values = llvm::SmallVector<llvm::Value*>;

/// The largest tile.
constexpr uint64_t tile_bytes = 1024;

/// Phis of blocks with more predecessors may be put into stack slots (demote_phis.h), which there
/// are none of for tiles.
constexpr unsigned most_predecessors = 64;

class TileProducts {
public:
  explicit TileProducts(llvm::Function& subject)
      : function(subject), products(matrix_products(subject)) {}

  void run() {
    if (products.empty()) {
      return;
    }
    for (const char* feature : {"amx-tile", "amx-bf16", "amx-int8"}) {
      use_feature(function, feature);
    }
    buffer_a = &make_buffer(function, tile_bytes, "tile.a");
    buffer_b = &make_buffer(function, tile_bytes, "tile.b");
    buffer_c = &make_buffer(function, tile_bytes, "tile.c");
    const auto places = operands_in_memory(function, products);
    for (const auto& [product, place] : llvm::zip(products, places)) {
      multiply(product, place);
    }
    for (const MatrixProduct& product : products) {
      add(product);
    }
    finish_phis();
    drop_unused_phis();
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (const MatrixProduct& product : products) {
      // Without one, the loop would have to make the vectors that the block behind it uses.
      if (llvm::Loop* loop = loops.getLoopFor(product.call->getParent())) {
        llvm::formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
      }
    }
    for (const MatrixProduct& product : products) {
      make_vectors(product, dominators, loops);
    }
  }

private:
  /// Rows of c and d.
  struct Shape {
    unsigned rows, columns;
    bool operator==(const Shape&) const = default;
  };
  static Shape shape_of(const MatrixProduct& product) { return {product.rows, product.columns}; }

  /// `distance` of rows in bytes; null: there are no gaps.
  llvm::Value* load(llvm::IRBuilderBase& builder, unsigned rows, unsigned row_bytes,
                    llvm::Value* from, llvm::Value* distance = nullptr) {
    return builder.CreateIntrinsic(llvm::Intrinsic::x86_tileloadd64_internal,
                                   {builder.getInt16(uint16_t(rows)),
                                    builder.getInt16(uint16_t(row_bytes)), from,
                                    distance ? distance : builder.getInt64(row_bytes)});
  }

  /// Tiles by block, depth and vectors.
  using Operands = std::map<std::tuple<llvm::BasicBlock*, unsigned, Values>, llvm::Value*>;

  /// The tile that `make` gives for an operand, or one that an earlier product of the block has.
  template <typename Make>
  static llvm::Value* operand(Operands& known, const MatrixProduct& product, const Values& vectors,
                              Make make) {
    llvm::Value*& tile = known[{product.call->getParent(), product.depth, vectors}];
    tile = tile ? tile : make();
    return tile;
  }

  llvm::Value* load(llvm::IRBuilderBase& builder, unsigned count, unsigned row_bytes,
                    const RowsInMemory& rows) {
    llvm::Value* distance = nullptr;
    if (rows.second) {
      distance = builder.CreateSub(builder.CreatePtrToInt(rows.second, builder.getInt64Ty()),
                                   builder.CreatePtrToInt(rows.first, builder.getInt64Ty()));
    }
    return load(builder, count, row_bytes, rows.first, distance);
  }

  /// The instruction that multiplies, whose c is none yet.
  void multiply(const MatrixProduct& product, const OperandsInMemory& places) {
    llvm::IRBuilder<> builder(product.call);
    const unsigned row_bytes = product.columns * 4, bytes_of_a = product.depth * product.bits() / 8,
                   words_of_b = bytes_of_a / 4;
    llvm::Value* a = operand(known_a, product, product.a(), [&] {
      if (places.a) {
        return load(builder, product.rows, bytes_of_a, *places.a);
      }
      store_in_order(builder, product.a(), buffer_a);
      return load(builder, product.rows, bytes_of_a, buffer_a);
    });
    llvm::Value* b = operand(known_b, product, product.b(), [&] {
      if (places.b) {
        return load(builder, words_of_b, row_bytes, *places.b);
      }
      store_in_order(builder, words_of_columns(builder, product.b()), buffer_b);
      return load(builder, words_of_b, row_bytes, buffer_b);
    });
    const llvm::Intrinsic::ID instruction =
        product.is_bfloat16                    ? llvm::Intrinsic::x86_tdpbf16ps_internal
        : product.signed_a && product.signed_b ? llvm::Intrinsic::x86_tdpbssd_internal
        : product.signed_a                     ? llvm::Intrinsic::x86_tdpbsud_internal
        : product.signed_b                     ? llvm::Intrinsic::x86_tdpbusd_internal
                                               : llvm::Intrinsic::x86_tdpbuud_internal;
    tiles[product.call] = builder.CreateIntrinsic(
        instruction,
        {builder.getInt16(uint16_t(product.rows)), builder.getInt16(uint16_t(row_bytes)),
         builder.getInt16(uint16_t(bytes_of_a)),
         llvm::PoisonValue::get(llvm::Type::getX86_AMXTy(function.getContext())), a, b});
  }

  /// Gives it its c.
  void add(const MatrixProduct& product) {
    constexpr unsigned operand_c = 3;
    tiles[product.call]->setOperand(operand_c,
                                    tile_of(product.c(), shape_of(product), *tiles[product.call]));
    for (unsigned i = 0; i < product.call->arg_size(); ++i) { // the vectors may have no other use
      product.call->setArgOperand(
          i, llvm::PoisonValue::get(product.call->getArgOperand(i)->getType()));
    }
  }

  /// The product whose rows these are, if they are.
  llvm::CallInst* product_with(const Values& rows, Shape shape) const {
    llvm::CallInst* found = nullptr;
    for (unsigned i = 0; i < rows.size(); ++i) {
      auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(rows[i]);
      auto* call = part ? llvm::dyn_cast<llvm::CallInst>(part->getAggregateOperand()) : nullptr;
      if (!call || (found && call != found) || part->getIndices() != llvm::ArrayRef(i)) {
        return nullptr;
      }
      found = call;
    }
    const auto* product =
        llvm::find_if(products, [&](const MatrixProduct& one) { return one.call == found; });
    return product != products.end() && shape_of(*product) == shape ? found : nullptr;
  }

  /// Whether they are phis of one block; the result is the first.
  static llvm::PHINode* phi_with(const Values& rows) {
    auto* first = llvm::dyn_cast<llvm::PHINode>(rows[0]);
    const bool are_all = first && llvm::all_of(rows, [&](llvm::Value* row) {
                           auto* phi = llvm::dyn_cast<llvm::PHINode>(row);
                           return phi && phi->getParent() == first->getParent();
                         });
    return are_all ? first : nullptr;
  }

  static Values incoming(const Values& rows, llvm::BasicBlock* block) {
    return llvm::map_to_vector(rows, [&](llvm::Value* row) {
      return llvm::cast<llvm::PHINode>(row)->getIncomingValueForBlock(block);
    });
  }

  /// A tile with these rows, which `before` can use.
  llvm::Value* tile_of(const Values& rows, Shape shape, llvm::Instruction& before) {
    if (llvm::CallInst* product = product_with(rows, shape)) {
      return tiles.lookup(product);
    }
    if (llvm::PHINode* first = phi_with(rows);
        first && first->getNumIncomingValues() <= most_predecessors) {
      if (llvm::PHINode* known = phi_of(*first, rows, shape)) {
        return known;
      }
    }
    llvm::IRBuilder<> builder(&before);
    if (llvm::all_of(rows, [](llvm::Value* row) {
          auto* constant = llvm::dyn_cast<llvm::Constant>(row);
          return constant && constant->isNullValue();
        })) {
      return builder.CreateIntrinsic(
          llvm::Intrinsic::x86_tilezero_internal,
          {builder.getInt16(uint16_t(shape.rows)), builder.getInt16(uint16_t(shape.columns * 4))});
    }
    store_in_order(builder, rows, buffer_c);
    return load(builder, shape.rows, shape.columns * 4, buffer_c);
  }

  /// A phi of tiles instead of those of rows; null if that has other rows, too.
  llvm::PHINode* phi_of(llvm::PHINode& first, const Values& rows, Shape shape) {
    auto [place, is_new] = phis.try_emplace(&first);
    TilePhi& made = place->second;
    if (is_new) {
      made.rows = rows;
      made.shape = shape;
      made.tile = llvm::PHINode::Create(llvm::Type::getX86_AMXTy(function.getContext()),
                                        first.getNumIncomingValues(), "tile", first.getIterator());
      unfinished.push_back(&first);
    }
    return made.rows == rows && made.shape == shape ? made.tile : nullptr;
  }

  void finish_phis() {
    while (!unfinished.empty()) {
      llvm::PHINode* first = unfinished.pop_back_val();
      const TilePhi made = phis[first]; // others may be added
      for (llvm::BasicBlock* block : first->blocks()) {
        const int before = made.tile->getBasicBlockIndex(block);
        made.tile->addIncoming(
            before >= 0 ? made.tile->getIncomingValue(unsigned(before))
                        : tile_of(incoming(made.rows, block), made.shape, *block->getTerminator()),
            block);
      }
    }
  }

  /// The phis of vectors that nothing but each other uses now.
  void drop_unused_phis() {
    llvm::SmallSetVector<llvm::Value*, 16> unused;
    for (const auto& [first, made] : phis) {
      unused.insert_range(made.rows);
    }
    const auto is_used = [&](llvm::Value* phi) {
      return llvm::any_of(phi->users(), [&](llvm::User* user) { return !unused.contains(user); });
    };
    while (unused.remove_if(is_used)) {
    }
    for (llvm::Value* phi : unused) {
      phi->replaceAllUsesWith(llvm::PoisonValue::get(phi->getType()));
    }
    for (llvm::Value* phi : unused) {
      llvm::cast<llvm::PHINode>(phi)->eraseFromParent();
    }
  }

  /// Where the rows of a product are used: a phi uses them at the end of the block before.
  static llvm::BasicBlock* block_of(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? phi->getIncomingBlock(use) : user->getParent();
  }

  /// Vectors of the result, where other instructions use them; behind the loop, if all do there.
  void make_vectors(const MatrixProduct& product, const llvm::DominatorTree& dominators,
                    const llvm::LoopInfo& loops) {
    llvm::SmallVector<llvm::ExtractValueInst*> rows;
    for (llvm::User* user : llvm::make_early_inc_range(product.call->users())) {
      auto* row = llvm::cast<llvm::ExtractValueInst>(user);
      forward_single_phis(*row);
      if (row->use_empty()) {
        row->eraseFromParent();
      } else {
        rows.push_back(row);
      }
    }
    llvm::BasicBlock* const made_in = product.call->getParent();
    llvm::BasicBlock* used_in = nullptr;
    for (const llvm::ExtractValueInst* row : rows) {
      for (const llvm::Use& use : row->uses()) {
        llvm::BasicBlock* block = block_of(use);
        used_in = used_in ? dominators.findNearestCommonDominator(used_in, block) : block;
      }
    }
    if (used_in) {
      llvm::BasicBlock* best = used_in;
      for (const auto* node = dominators.getNode(used_in); node->getBlock() != made_in;) {
        node = node->getIDom();
        if (loops.getLoopDepth(node->getBlock()) < loops.getLoopDepth(best)) {
          best = node->getBlock();
        }
      }
      llvm::IRBuilder<> builder(best == made_in ? product.call : &*best->getFirstInsertionPt());
      store_rows(builder, product, rows);
    }
    product.call->eraseFromParent();
  }

  /// Of blocks with one predecessor: the value itself can be used there.
  static void forward_single_phis(llvm::Instruction& row) {
    for (llvm::User* user : llvm::make_early_inc_range(row.users())) {
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      if (phi && phi->getNumIncomingValues() == 1) {
        forward_single_phis(*phi);
        phi->replaceAllUsesWith(&row);
        phi->eraseFromParent();
      }
    }
  }

  void store_rows(llvm::IRBuilderBase& builder, const MatrixProduct& product,
                  llvm::ArrayRef<llvm::ExtractValueInst*> rows) {
    const unsigned row_bytes = product.columns * 4;
    builder.CreateIntrinsic(llvm::Intrinsic::x86_tilestored64_internal,
                            {builder.getInt16(uint16_t(product.rows)),
                             builder.getInt16(uint16_t(row_bytes)), buffer_c,
                             builder.getInt64(row_bytes), tiles[product.call]});
    for (llvm::ExtractValueInst* row : rows) {
      llvm::Value* at = builder.CreateConstInBoundsGEP1_64(
          builder.getInt8Ty(), buffer_c, uint64_t(row->getIndices()[0]) * row_bytes);
      row->replaceAllUsesWith(
          builder.CreateAlignedLoad(row->getType(), at, llvm::Align(row_bytes)));
      row->eraseFromParent();
    }
  }

  struct TilePhi {
    Values rows; ///< phis
    Shape shape = {};
    llvm::PHINode* tile = nullptr;
  };

  llvm::Function& function;
  const llvm::SmallVector<MatrixProduct> products;
  llvm::AllocaInst *buffer_a = nullptr, *buffer_b = nullptr, *buffer_c = nullptr;
  llvm::DenseMap<llvm::CallInst*, llvm::CallInst*> tiles; ///< of results
  Operands known_a, known_b; ///< the same vectors as a and as b are different tiles
  llvm::MapVector<llvm::PHINode*, TilePhi> phis; ///< by the first row
  llvm::SmallVector<llvm::PHINode*> unfinished;
};

} // namespace

void use_tiles(llvm::Function& function) { TileProducts(function).run(); }

} // namespace host

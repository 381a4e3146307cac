// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/transpose.h"

namespace vecz {

llvm::SmallVector<llvm::Value*> transpose(llvm::IRBuilderBase& builder,
                                          llvm::ArrayRef<llvm::Value*> vectors) {
  const auto size = static_cast<int>(vectors.size());
  const auto width =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(vectors[0]->getType())->getNumElements());
  llvm::SmallVector<int> low, high; // halves of each block with those of the second vector
  for (int begin = 0; begin < width; begin += size) {
    for (int i = begin; i < begin + size / 2; ++i) {
      low.append({i, width + i});
      high.append({i + size / 2, width + i + size / 2});
    }
  }
  llvm::SmallVector<llvm::Value*> now(vectors);
  for (int step = 1; step < size; step *= 2) {
    llvm::SmallVector<llvm::Value*> next;
    for (size_t i = 0; i < now.size() / 2; ++i) {
      llvm::Value *first = now[i], *second = now[i + now.size() / 2];
      next.push_back(builder.CreateShuffleVector(first, second, low));
      next.push_back(builder.CreateShuffleVector(first, second, high));
    }
    now = std::move(next);
  }
  return now;
}

} // namespace vecz

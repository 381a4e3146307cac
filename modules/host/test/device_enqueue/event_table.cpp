// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles of device events: which are valid, and that threads may make and release them at once.
#include "device_enqueue/event_table.h"

#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace {

using host::DeviceEvent;
using host::DeviceEventOwner;
using host::EventTable;

class Events : public testing::Test {
protected:
  uint64_t make(uint32_t references = 1) { return table->create(false, owner, references); }
  /// The last reference, too.
  void release(uint64_t handle) {
    if (!table->release_shared(handle)) {
      table->release(*table->find(handle));
    }
  }

  DeviceEventOwner owner;
  const std::unique_ptr<EventTable> table = std::make_unique<EventTable>();
};

TEST_F(Events, areThereUntilTheLastReferenceIsReleased) {
  const uint64_t handle = make(2);
  ASSERT_NE(handle, 0u);
  EXPECT_NE(table->find(handle), nullptr);
  EXPECT_TRUE(table->retain(handle));
  EXPECT_TRUE(table->release_shared(handle));
  EXPECT_TRUE(table->release_shared(handle));
  EXPECT_FALSE(table->release_shared(handle)) << "it is the last one";
  EXPECT_EQ(owner.events, 1u);
  table->release(*table->find(handle));
  EXPECT_EQ(table->find(handle), nullptr);
  EXPECT_FALSE(table->retain(handle));
  EXPECT_FALSE(table->release_shared(handle));
  EXPECT_EQ(owner.events, 0u);
}

TEST_F(Events, placesAreUsedAgainUnderOtherHandles) {
  std::set<uint64_t> handles;
  std::set<DeviceEvent*> places;
  for (int i = 0; i < 1000; ++i) {
    const uint64_t handle = make();
    EXPECT_TRUE(handles.insert(handle).second);
    places.insert(table->find(handle));
    release(handle);
  }
  EXPECT_EQ(places.size(), 1u);
}

TEST_F(Events, inventedHandlesAreNone) {
  EXPECT_EQ(table->find(0), nullptr);
  EXPECT_EQ(table->find(uint64_t(1) << 32), nullptr) << "there is no place";
  const uint64_t handle = make();
  for (const uint64_t wrong : {handle + 1, handle + 64, handle | 0xfffff, handle | UINT32_MAX,
                               handle + (uint64_t(1) << 32), uint64_t(0), UINT64_MAX}) {
    EXPECT_EQ(table->find(wrong), nullptr) << wrong;
    EXPECT_FALSE(table->retain(wrong));
    EXPECT_FALSE(table->release_shared(wrong));
  }
}

TEST_F(Events, thereAreSoManyAndNoMore) {
  std::vector<uint64_t> handles;
  for (uint32_t i = 0; i < EventTable::max_events; ++i) {
    handles.push_back(make());
    ASSERT_NE(handles.back(), 0u) << i;
  }
  EXPECT_EQ(make(), 0u);
  DeviceEvent* const first = table->find(handles.front());
  release(handles.front());
  const uint64_t again = make();
  EXPECT_EQ(table->find(again), first) << "places do not move";
  EXPECT_EQ(owner.events, EventTable::max_events);
  table->for_each_of(owner, [&](DeviceEvent& event) { table->free(event); });
  EXPECT_EQ(owner.events, 0u);
  EXPECT_EQ(table->find(again), nullptr);
}

TEST_F(Events, ofOtherOwnersStay) {
  DeviceEventOwner other;
  const uint64_t own = make(3), foreign = table->create(true, other, 1);
  table->for_each_of(owner, [&](DeviceEvent& event) { table->free(event); });
  EXPECT_EQ(table->find(own), nullptr);
  ASSERT_NE(table->find(foreign), nullptr);
  EXPECT_TRUE(table->find(foreign)->is_user);
  EXPECT_EQ(other.events, 1u);
}

/// Each thread's handles are its own, however often places change hands.
TEST_F(Events, threadsMakeAndReleaseThem) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3000; ++round) {
        std::array<uint64_t, 7> handles = {};
        for (uint64_t& handle : handles) {
          handle = make(2);
          wrong += handle == 0 || !table->retain(handle);
        }
        for (const uint64_t handle : handles) {
          wrong += !table->release_shared(handle) || !table->release_shared(handle);
          table->release(*table->find(handle)); // its only user has it
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(owner.events, 0u);
}

} // namespace

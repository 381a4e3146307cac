// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/part.h"

#include "queues/queue.h"

#include <algorithm>
#include <map>
#include <utility>

namespace cl {
namespace {

/// The level of each command: the most changes from queue to queue before it can run. Commands of
/// one queue and one level are a part: those that they wait for are in it, or of a lower level.
std::vector<uint32_t> find_levels(std::span<const RecordedCommand> commands) {
  std::vector<uint32_t> levels;
  levels.reserve(commands.size());
  for (const RecordedCommand& command : commands) {
    uint32_t level = 0;
    for (const mux_sync_point_t wait : command.waits) { // earlier ones
      level = std::max(level, levels[wait] + (commands[wait].queue != command.queue ? 1 : 0));
    }
    levels.push_back(level);
  }
  return levels;
}

/// Where a command is: in which part, as which of its commands.
struct CommandPlace {
  uint32_t part;
  mux_sync_point_t index;
};

void add_once(std::vector<uint32_t>& list, uint32_t value) {
  if (std::ranges::find(list, value) == list.end()) {
    list.push_back(value);
  }
}

} // namespace

std::vector<Part> divide(std::span<const RecordedCommand> commands,
                         std::span<const retained<Queue>> queues) {
  const std::vector<uint32_t> levels = find_levels(commands);
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> numbers; // of parts, by level and queue
  for (size_t i = 0; i < commands.size(); ++i) {
    numbers.try_emplace({levels[i], commands[i].queue}, 0);
  }
  std::vector<Part> parts(std::max<size_t>(numbers.size(), 1));
  uint32_t count = 0;
  for (auto& [key, number] : numbers) {
    number = count++;
    parts[number].queue = key.second;
  }
  std::vector<CommandPlace> places;
  places.reserve(commands.size());
  for (size_t i = 0; i < commands.size(); ++i) {
    const RecordedCommand& command = commands[i];
    const uint32_t number = numbers.at({levels[i], command.queue});
    Part& part = parts[number];
    const auto index = static_cast<mux_sync_point_t>(part.commands.size());
    places.push_back({number, index});
    PartCommand& added = part.commands.emplace_back(PartCommand{&command, {}});
    const bool in_order = queues[command.queue]->in_order();
    for (const mux_sync_point_t wait : command.waits) {
      if (places[wait].part != number) {
        add_once(part.predecessors, places[wait].part);
      } else if (!in_order) { // in order, it waits for all of them anyway
        added.waits.push_back(places[wait].index);
      }
    }
    added.is_first = in_order ? index == 0 : added.waits.empty();
    if (RecordedLaunch* launch = command.launch.get()) {
      launch->command = index;
      part.launches.push_back(launch);
    }
  }
  return parts;
}

} // namespace cl

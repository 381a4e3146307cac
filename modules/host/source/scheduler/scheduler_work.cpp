// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads find work and do it.
#include "scheduler/claim_size.h"
#include "scheduler/scheduler.h"

#include "fault/mask.h"

#include <bit>
#include <memory>
#include <thread>
#include <utility>

namespace host {
namespace {

/// Calls function(i) for the bits that are set, beginning with bit `start` (of 32), until it gives
/// something.
template <typename Function> auto first_of(uint32_t bits, Function&& function, uint32_t start = 0) {
  decltype(function(0)) found = {};
  for (bits = std::rotr(bits, int(start % 32)); bits != 0 && !found; bits &= bits - 1) {
    found = function((uint32_t(std::countr_zero(bits)) + start) % 32);
  }
  return found;
}

} // namespace

bool Scheduler::interrupt(const uint32_t* abort_flag) {
  bool any = false;
  const auto interrupt_in = [&](const std::vector<Slot>& all) {
    for (const Slot& slot : all) {
      // A callback on this thread, which gets the kernel's output, may have come here.
      const pid_t thread = slot.abort_flag.load(std::memory_order_seq_cst) == abort_flag
                               ? slot.thread.load(std::memory_order_relaxed)
                               : this_thread();
      any |= thread != this_thread() && interrupt_kernel(thread);
    }
  };
  interrupt_in(slots);
  const std::lock_guard held(making);
  for (const OwnSlots* own = own_slots.front(); own != nullptr; own = own->next()) {
    interrupt_in(own->slots);
  }
  return any;
}

void Scheduler::add_own(OwnSlots& own) {
  const std::lock_guard held(making);
  own_slots.push_back(own);
}

void Scheduler::remove_own(OwnSlots& own) {
  const std::lock_guard held(making);
  own_slots.remove(own);
}

bool Scheduler::has_free_slot() const {
  return std::any_of(slots.rbegin(), slots.rend(), [](const Slot& slot) { return !slot.held; });
}

/// Whether there is something that a worker would look at.
bool Scheduler::has_work() const {
  return wanted != 0 || first_of(open_teams, [this](uint32_t i) {
           const Team& team = teams[i];
           return !team.is_dry(team.current());
         });
}

/// A free slot that may be used, or null: the worker's own, or one that depends on the thread.
template <typename MayUse> Slot* Scheduler::take_slot(const Worker* self, MayUse&& may_use) {
  const auto count = static_cast<uint32_t>(slots.size());
  const uint32_t preferred = (self != nullptr ? self->index : shard_of_this_thread()) % count;
  for (uint32_t i = 0; i < count; ++i) {
    Slot& slot = slots[preferred + i < count ? preferred + i : preferred + i - count];
    if (may_use(slot.index) && slot.take()) {
      return &slot;
    }
  }
  return nullptr;
}

/// Finds the next job: workers look at the shards that want them and at all teams, others at one
/// shard and at teams for which they need not go elsewhere.
Scheduler::Job Scheduler::find(Worker* self, uint32_t shard) {
  if (self == nullptr) {
    const Job listed = shards[shard].pending ? find_listed(shard, nullptr) : Job();
    return listed ? listed : find_team(nullptr);
  }
  // First the jobs that this thread's last task, or a callback on this thread, has pushed.
  for (const uint32_t own : {shard, shard_of_this_thread()}) {
    if (shards[own].pending) {
      if (const Job listed = find_listed(own, self)) {
        return listed;
      }
    }
  }
  self->prefers_lists = !self->prefers_lists;
  const Job first = self->prefers_lists ? find_wanted(*self) : find_team(self);
  return first ? first : self->prefers_lists ? find_team(self) : find_wanted(*self);
}

Scheduler::Job Scheduler::find_wanted(const Worker& self) {
  return first_of(wanted, [&](uint32_t i) { return find_listed(i, &self); });
}

/// Takes the next task from a shard's list, of the first domain for which find_slot(domain) gives
/// a slot. Threads that are not workers are not moved, so they may be in the wrong place for some,
/// and leave out tasks that may wait for them.
template <typename FindSlot>
Scheduler::Job Scheduler::take_listed(const Lock& held, const Worker* self, FindSlot&& find_slot) {
  Shard& shard = shards[held.shard];
  const uint32_t bit = 1u << held.shard;
  Job job;
  DomainTasks* tasks = shard.ready.front();
  for (; tasks != nullptr; tasks = tasks->next()) {
    const Domain& domain = *tasks->domain;
    if (self != nullptr || (domain.admits_this_thread() && !tasks->front().for_workers)) {
      job.slot = find_slot(domain);
    }
    if (job) {
      break;
    }
  }
  if (job) {
    job.task = &tasks->front();
    const bool others = !shard.ready.single();
    delist(shard, *tasks, *job.task);
    if (others || (self != nullptr && !shard.ready.empty())) {
      want(shard);
    } else if (!shard.ready.empty()) {
      watch(); // this one may take longer than thought, or wait for the others
    }
  } else if (self != nullptr && !shard.ready.empty()) {
    wanted |= bit; // by the thread that gives back a slot
  }
  if (shard.ready.empty()) {
    shard.pending = false;
    if ((wanted & bit) != 0) {
      wanted &= ~bit;
    }
  }
  return job;
}

/// Takes out the task that is next of its domain. This, and the task's line, have had their turn.
void Scheduler::delist(Shard& shard, DomainTasks& tasks, Task& task) {
  Line& line = task.line != nullptr ? *task.line : tasks.common;
  shard.taken.store(shard.taken + 1, std::memory_order_relaxed);
  line.tasks.remove(task);
  tasks.lines.remove(line);
  if (!line.tasks.empty()) {
    tasks.lines.push_back(line);
  }
  shard.remove(tasks);
  if (!tasks.empty()) {
    shard.add(tasks);
  }
}

Scheduler::Job Scheduler::find_listed(uint32_t shard, const Worker* self) {
  const Lock held = lock(shard);
  return take_listed(held, self, [&](const Domain& domain) {
    return take_slot(self, [&](uint32_t slot) { return domain.may_use(slot); });
  });
}

Scheduler::Job Scheduler::find_team(const Worker* self) {
  const uint32_t open = open_teams;
  Priority priority = Priority::high;
  const auto look_at = [&](uint32_t i) {
    Team& team = teams[i];
    Job job;
    job.generation = team.current();
    job.team = &team;
    if (team.priority() == priority && !team.is_dry(job.generation) &&
        (self != nullptr || !team.is_for_workers())) {
      job.slot = take_slot(self, [&](uint32_t slot) { return team.may_use(slot); });
    }
    return job;
  };
  // Not all begin with the same, where there are several.
  const uint32_t start = self != nullptr ? self->index : shard_of_this_thread();
  Job job;
  for (const Priority each : {Priority::high, Priority::normal, Priority::low}) {
    if (open != 0 && !job) {
      priority = each;
      job = first_of(open, look_at, start);
    }
  }
  return job;
}

/// Whether a thread of a team is to leave it for work of higher priority.
bool Scheduler::yields(const Team& team, const Slot& slot, const Worker* self) const {
  const auto lists_higher = [&](uint32_t i) {
    return shards[i].pending && shards[i].highest > team.priority();
  };
  if (self != nullptr && first_of(wanted, lists_higher)) {
    return true;
  }
  const uint32_t open = open_teams;
  return std::popcount(open) > 1 && first_of(open, [&](uint32_t i) {
           const Team& other = teams[i];
           return other.priority() > team.priority() && !other.is_dry(other.current()) &&
                  other.may_use(slot.index) && (self != nullptr || !other.is_for_workers());
         });
}

void Scheduler::run(Job job, Worker* self, const Until& until) {
  Slot& slot = *job.slot;
  while (job) {
    if (self != nullptr && wanted != 0) {
      tell_one(); // of what this thread leaves
    }
    if (job.task != nullptr) {
      if (const Job opened = open_team(*job.task); opened.team != nullptr) {
        job = opened;
      }
    }
    if (job.team != nullptr) {
      run_team(job, slot, self, until);
      break;
    }
    job = run_listed(*job.task, slot, self, until);
  }
  slot.give_back();
  // The worker that prefers this slot may have been left alone because it was held.
  if ((self == nullptr || self->index != slot.index) && has_work()) {
    tell_one();
  }
}

/// Runs all parts of a task that no other thread joins.
void Scheduler::run_whole(Task& task, Slot& slot) {
  const uint64_t begin = now();
  task.begin(begin);
  if (!task.skips_rest()) {
    task.run(0, task.parts, slot);
  }
  task.last_part_end = now();
  task.busy = task.last_part_end - begin;
}

/// Gives the next job, for the same slot, if there is one in the task's shard.
Scheduler::Job Scheduler::run_listed(Task& task, Slot& slot, Worker* self, const Until& until) {
  if (self != nullptr) {
    self->go_to(*task.domain);
  }
  run_whole(task, slot);
  const Lock held = end(task, self, until);
  if (shards[held.shard].ready.empty() || until.over() ||
      (self == nullptr && until.shard != held.shard)) {
    return {};
  }
  return take_listed(held, self, [&](const Domain& domain) {
    return domain.may_use(slot.index) ? &slot : nullptr;
  });
}

void Scheduler::run_here(uint32_t shard, Domain& domain, Task& task) {
  const fault::FaultsUnblocked faults_come;
  {
    const Lock held = lock(shard);
    task.domain = &domain;
    task.shard = shard;
    ++shards[shard].active;
  }
  Slot* slot = nullptr;
  std::unique_ptr<OwnSlots> own;
  while (slot == nullptr) {
    slot = take_slot(nullptr, [&](uint32_t index) { return domain.may_use(index); });
    try {
      own = slot == nullptr ? std::make_unique<OwnSlots>(1) : nullptr;
    } catch (const std::bad_alloc&) { // a slot gets free
      std::this_thread::yield();
      continue;
    }
    if (own != nullptr) {
      add_own(*own);
      slot = own->slots.data();
    }
  }
  run_whole(task, *slot);
  static_cast<void>(end(task, nullptr, {nullptr, shard}));
  if (own != nullptr) {
    remove_own(*own);
    return;
  }
  slot->give_back();
  if (has_work()) {
    tell_one();
  }
}

/// Gives the lock of the task's shard.
Lock Scheduler::end(Task& task, Worker* self, const Until& until) {
  Lock held = lock(task.shard);
  Shard& shard = shards[held.shard];
  --shard.active;
  task.end(held);
  if (self != nullptr) {
    self->last_shard = held.shard;
  } else if (until.shard != held.shard && !shard.ready.empty()) {
    announce(shard, shard.ready.front()->front()); // this thread looks elsewhere
  }
  return held;
}

/// Claims parts and runs them until there are none or it is time to stop.
void Scheduler::run_team(const Job& job, Slot& slot, Worker* self, const Until& until) {
  Team& team = *job.team;
  const uint32_t share = team.share_of(slot.index);
  ClaimSize claim_size;
  bool joined = false;
  do {
    const Shares::Claim claim = team.claim(share, claim_size.amount(), job.generation);
    if (!claim) {
      team.set_dry(job.generation);
      return;
    }
    Task& task = team.task();
    if (!std::exchange(joined, true)) {
      if (self != nullptr) {
        self->go_to(*task.domain);
      }
      if (team.begins()) {
        task.begin(now());
        // The launching thread may help meanwhile instead of going on, and then holds this slot.
        if (self != nullptr && team.is_everywhere() && (slots[0].held || !tell(0, 1))) {
          replace(0);
        }
      }
    }
    const uint64_t begin = now();
    if (!task.skips_rest()) {
      task.run(team.part(claim.first), team.part(claim.last), slot);
    }
    const uint64_t end_of_claim = now(), time = end_of_claim - begin;
    task.skips_rest() ? claim_size.claim_all() : claim_size.record(claim.size(), time);
    if (team.done(claim, time)) {
      task.busy = team.busy();
      task.last_part_end = end_of_claim;
      close_team(team);
      static_cast<void>(end(task, self, until));
      return;
    }
  } while (!until.over() && !yields(team, slot, self));
}

/// Makes a team for a task and tells the workers that have shares. No team if the task is for one
/// thread or all are taken. The task may be over when this returns, unless its shard's lock is
/// held.
Scheduler::Job Scheduler::open_team(Task& task) {
  const Domain& domain = *task.domain;
  const uint32_t members = Team::threads_for(domain, task);
  Job job;
  for (uint32_t i = 0; members > 1 && i < teams.size() && job.team == nullptr; ++i) {
    const uint32_t bit = 1u << i;
    if ((taken_teams & bit) == 0 && (taken_teams.fetch_or(bit) & bit) == 0) {
      job.team = &teams[i];
      job.generation = teams[i].open(task, domain, members);
      open_teams |= bit; // if all has been done since: a team with nothing to claim
    }
  }
  if (job.team == nullptr) {
    return job;
  }
  if (job.team->is_everywhere()) {
    tell_all(1, members);
    return job;
  }
  uint32_t told = 0;
  for (uint32_t i = 0; i < workers.size() && told < members; ++i) {
    if (job.team->may_use(i)) {
      if (!tell(i, i + 1)) {
        tell_one(); // it may be busy with a slot of another domain
      }
      ++told;
    }
  }
  return job;
}

void Scheduler::close_team(Team& team) {
  uint32_t bit = 1;
  for (const Team& other : teams) {
    if (&other == &team) {
      break;
    }
    bit <<= 1;
  }
  open_teams &= ~bit;
  taken_teams &= ~bit;
}

} // namespace host

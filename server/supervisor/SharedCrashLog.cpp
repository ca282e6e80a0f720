//===- SharedCrashLog.cpp - What survives a worker ------------------------===//

#include "server/supervisor/SharedCrashLog.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

using namespace shapels;

TextKey TextKey::of(std::string_view text) {
  constexpr uint64_t multiplier = 0x9E3779B97F4A7C15;
  auto size = static_cast<uint32_t>(text.size());
  uint64_t hash = size * multiplier;
  while (!text.empty()) {
    uint64_t word = 0;
    size_t bytes = std::min(text.size(), sizeof word);
    std::memcpy(&word, text.data(), bytes);
    text.remove_prefix(bytes);
    hash = (hash ^ word) * multiplier;
    hash ^= hash >> 32;
  }
  return {hash, size};
}

static void *mapped(int descriptor) {
  void *memory = ::mmap(nullptr, sizeof(SharedCrashLog), PROT_READ | PROT_WRITE,
                        MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

SharedCrashLog *SharedCrashLog::make(int *descriptor) {
  int made = ::memfd_create("shapels", MFD_CLOEXEC);
  bool isMade = ::ftruncate(made, sizeof(SharedCrashLog)) == 0;
  void *memory = isMade ? mapped(made) : nullptr;
  if (descriptor)
    *descriptor = made;
  else
    ::close(made);
  return memory ? new (memory) SharedCrashLog() : nullptr;
}

SharedCrashLog *SharedCrashLog::map(int descriptor) {
  return static_cast<SharedCrashLog *>(mapped(descriptor));
}

void SharedCrashLog::release(SharedCrashLog *crashLog) {
  if (crashLog)
    ::munmap(crashLog, sizeof(SharedCrashLog));
}

//===----------------------------------------------------------------------===//
// What is in hand
//===----------------------------------------------------------------------===//

CrashLogSlot *WorkerSlot::takeSlot() {
  uint64_t before = taken;
  while (before != ~uint64_t(0)) {
    int free = std::countr_one(before);
    if (taken.compare_exchange_weak(before, before | uint64_t(1) << free))
      return &slots[free];
  }
  return nullptr;
}

void WorkerSlot::leaveSlot(const CrashLogSlot &slot) {
  taken &= ~(uint64_t(1) << (&slot - slots.data()));
}

std::vector<CrashReport> SharedCrashLog::reports() const {
  std::vector<CrashReport> result;
  for (const CrashLogSlot &slot : present().slots)
    if (slot.reported.load(std::memory_order_acquire))
      result.push_back(
          {slot.document, slot.culpritStep, slot.culprit, slot.failure});
  return result;
}

std::vector<TextKey> SharedCrashLog::loading() const {
  std::vector<TextKey> result;
  for (const CrashLogSlot &slot : present().slots)
    if (slot.step == Step::Load)
      result.push_back(slot.loaded);
  return result;
}

std::vector<uint64_t> SharedCrashLog::activeDocuments() const {
  std::vector<uint64_t> result;
  for (const CrashLogSlot &slot : present().slots)
    if (slot.step != Step::None)
      result.push_back(slot.document);
  return result;
}

bool SharedCrashLog::isIdle() const {
  return std::ranges::all_of(present().slots, [](const CrashLogSlot &slot) {
    return slot.step == Step::None;
  });
}

std::vector<BusyThread> SharedCrashLog::busy() const {
  std::vector<BusyThread> result;
  for (const CrashLogSlot &slot : present().slots)
    if (slot.step != Step::None)
      result.push_back(
          {slot.thread, slot.document, slot.since, slot.wholeSince, slot.size});
  return result;
}

void SharedCrashLog::turnToNext() {
  WorkerSlot &next = workerSlots[(turn + 1) % workerSlotCount];
  std::destroy_at(&next);
  std::construct_at(&next);
  ++turn;
  // Texts that are gone do not come back often; the newest half is kept.
  uint32_t count = std::min<uint32_t>(rowCount, failureCapacity);
  if (count < failureCapacity - failureCapacity / 8)
    return;
  uint32_t kept = count / 2;
  for (uint32_t i = 0; i < kept; ++i) {
    const Row &newer = rows[count - kept + i];
    rows[i].text = newer.text;
    rows[i].step = newer.step;
    rows[i].failure = newer.failure;
    rows[i].isReady = newer.isReady.load();
  }
  for (uint32_t i = kept; i < failureCapacity; ++i)
    rows[i].isReady = false;
  rowCount = kept;
}

//===----------------------------------------------------------------------===//
// What did harm
//===----------------------------------------------------------------------===//

void SharedCrashLog::forgetFailures() {
  for (Row &row : rows)
    row.isReady = false;
  rowCount = 0;
}

void SharedCrashLog::blocklist(Step step, TextKey text, Failure failure) {
  uint32_t count = std::min<uint32_t>(rowCount, failureCapacity);
  for (uint32_t i = 0; i < count; ++i)
    if (rows[i].isReady && rows[i].step == step && rows[i].text == text &&
        rows[i].failure == failure)
      return;
  uint32_t index = rowCount.fetch_add(1);
  if (index >= failureCapacity) {
    rowCount = failureCapacity;
    return;
  }
  rows[index].text = text;
  rows[index].step = step;
  rows[index].failure = failure;
  rows[index].isReady.store(true, std::memory_order_release);
}

bool SharedCrashLog::knowsFailureOf(Step step, size_t size) const {
  uint32_t count = std::min<uint32_t>(rowCount, failureCapacity);
  return std::any_of(rows.begin(), rows.begin() + count, [&](const Row &row) {
    return row.isReady.load(std::memory_order_acquire) && row.step == step &&
           row.text.size == size;
  });
}

std::vector<Failure> SharedCrashLog::failuresOf(Step step,
                                                std::string_view text) const {
  std::vector<Failure> result;
  std::optional<TextKey> key;
  uint32_t count = std::min<uint32_t>(rowCount, failureCapacity);
  for (uint32_t i = 0; i < count; ++i) {
    const Row &row = rows[i];
    if (!row.isReady.load(std::memory_order_acquire) || row.step != step ||
        row.text.size != text.size())
      continue;
    if (!key)
      key = TextKey::of(text);
    if (row.text == *key)
      result.push_back(row.failure);
  }
  return result;
}

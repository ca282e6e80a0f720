//===- Memory.h - What the allocator is told -------------------*- C++ -*-===//
//
// tcmalloc, if the program has it, keeps what is freed; so does the C library,
// but for large pieces.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_BASE_MEMORY_H
#define SHAPELS_BASE_MEMORY_H

#include <cstddef>
#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

extern "C" {
[[gnu::weak]] void MallocExtension_ReleaseFreeMemory();
[[gnu::weak]] int MallocExtension_SetNumericProperty(const char *property,
                                                     size_t value);
}

namespace shapels {

/// Hands what is free to the system; for when much was freed. May take some ms.
/// Any thread.
inline void giveBackMemory() {
  if (MallocExtension_ReleaseFreeMemory)
    return MallocExtension_ReleaseFreeMemory();
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

/// While it is there, large pieces go back to the system when they are freed:
/// for what grows large by copying. Of the whole process, so where there are
/// several the first that goes ends it. Costs more than it saves where several
/// threads allocate.
class LargePiecesGoBack {
public:
  explicit LargePiecesGoBack(bool isWanted) : isWanted(isWanted) { set(true); }
  ~LargePiecesGoBack() { set(false); }
  LargePiecesGoBack(const LargePiecesGoBack &) = delete;
  LargePiecesGoBack &operator=(const LargePiecesGoBack &) = delete;

private:
  void set(bool isOn) const {
    if (isWanted && MallocExtension_SetNumericProperty)
      MallocExtension_SetNumericProperty("tcmalloc.aggressive_memory_decommit",
                                         isOn);
  }

  const bool isWanted;
};

} // namespace shapels

#endif // SHAPELS_BASE_MEMORY_H

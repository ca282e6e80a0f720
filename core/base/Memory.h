//===- Memory.h - Hints to the allocator     -------------------*- C++ -*-===//
//
// tcmalloc, if the program is linked with it, keeps freed memory; so does the C
// library, but for large pieces. Affects the whole process.
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

/// Returns freed memory to the system; for when much was freed. May take some
/// milliseconds. Any thread may call it.
inline void giveBackMemory() {
  if (MallocExtension_ReleaseFreeMemory)
    return MallocExtension_ReleaseFreeMemory();
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

/// While it lives, large pieces go back to the system as soon as they are
/// freed: for a buffer that grows by copying. The setting is the process's:
/// where there are several of these, the first that is destroyed ends it. Costs
/// more than it saves where several threads allocate.
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

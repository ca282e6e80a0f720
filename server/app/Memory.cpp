//===- Memory.cpp ---------------------------------------------------------===//

#include "shapels/app/Memory.h"

#include <cstdlib>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Of tcmalloc, if the program has it.
extern "C" [[gnu::weak]] void MallocExtension_ReleaseFreeMemory();

void shapels::giveBackMemory() {
  if (MallocExtension_ReleaseFreeMemory)
    return MallocExtension_ReleaseFreeMemory();
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

//===- Memory.h - Memory for the system ------------------------*- C++ -*-===//

#ifndef SHAPELS_APP_MEMORY_H
#define SHAPELS_APP_MEMORY_H

namespace shapels {

/// Hands what is free to the system; for when a document is gone. May take some
/// ms. Any thread.
void giveBackMemory();

} // namespace shapels

#endif // SHAPELS_APP_MEMORY_H

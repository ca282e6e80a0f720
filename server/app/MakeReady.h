//===- MakeReady.h - Before the first document -----------------*- C++ -*-===//

#ifndef SHAPELS_APP_MAKEREADY_H
#define SHAPELS_APP_MAKEREADY_H

namespace shapels {

/// Analyses a text of our own and answers a few questions about it, so that the
/// process has found its functions and has its memory when others wait for it.
/// Any thread; leaves nothing behind.
void makeReady();

} // namespace shapels

#endif // SHAPELS_APP_MAKEREADY_H

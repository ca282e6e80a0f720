//===- Child.h - What may die, in a process of its own ---------*- C++ -*-===//

#ifndef SHAPELS_TESTS_UNIT_EQUALITY_CHILD_H
#define SHAPELS_TESTS_UNIT_EQUALITY_CHILD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdio>
#include <string>

namespace shapels::test {

/// What a child tells before it ends, or dies.
class Channel {
public:
  Channel() : file(std::tmpfile()) {}
  ~Channel() { std::fclose(file); }
  Channel(const Channel &) = delete;
  Channel &operator=(const Channel &) = delete;

  void write(const std::string &text);
  std::string read();

private:
  std::FILE *file;
};

/// The exit code of `run`, or -1 where it dies.
int inChild(llvm::function_ref<int()> run);

} // namespace shapels::test

#endif // SHAPELS_TESTS_UNIT_EQUALITY_CHILD_H

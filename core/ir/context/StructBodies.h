//===- StructBodies.h - Types that a context remembers ---------*- C++ -*-===//
//
// `!llvm.struct<"a", (i32)>` and `!spirv.struct<a, (i32)>` give a struct of
// that name its body. An MLIRContext keeps the first one for good, and calls
// another one an error, even where the first is no longer in the text.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_IR_CONTEXT_STRUCTBODIES_H
#define SHAPELS_IR_CONTEXT_STRUCTBODIES_H

#include <map>
#include <string>
#include <string_view>

namespace shapels {

/// What a context was told, as it was written.
class StructBodies {
public:
  /// Notes what `text` says. False if that gives a struct another body than was
  /// known.
  bool add(std::string_view text);
  bool empty() const { return bodies.empty(); }
  /// Whether a body is written with a type alias.
  bool nameAlias() const { return hasAlias; }

private:
  std::map<std::string, std::string, std::less<>> bodies;
  bool hasAlias = false;
};

} // namespace shapels

#endif // SHAPELS_IR_CONTEXT_STRUCTBODIES_H

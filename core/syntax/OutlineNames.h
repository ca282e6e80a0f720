//===- OutlineNames.h - The names in statements -----------------*- C++ -*-===//
//
// Private to syntax/. Owned by one OutlineScanner, used by its thread.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINENAMES_H
#define SHAPELS_SYNTAX_OUTLINENAMES_H

#include "core/syntax/ScanState.h"

namespace shapels {

/// Adds names to the innermost statement of a scan, and knows the one that was
/// added last. It must always be given the same scan.
class OutlineNames {
public:
  /// Adds the token as a name of its kind. The `#1` of `%0#1` becomes part of
  /// the name before.
  void add(ScanState &state, Token token);
  void add(ScanState &state, NameKind kind, ByteRange range, Spelling spelled,
           bool isDefinition = false);
  /// The first symbol of an op that defines one, before any bracket or region,
  /// is the op's own.
  void addSymbol(ScanState &state, Token symbol);
  /// The symbol is kept with its `@` and without quotes, however it is written.
  void addSymbol(ScanState &state, ByteRange range, bool isDefinition);
  /// The name that was added last. Valid until the next is added.
  OutlineName &last() { return *lastName; }

private:
  static OutlineName &addLate(ScanState &state);

  OutlineName *lastName = nullptr;
  ByteOffset lastNameEnd;
};

/// Members are assigned one by one, as in ScanState::open(): faster than a
/// copy.
[[gnu::always_inline]] inline void
OutlineNames::add(ScanState &state, NameKind kind, ByteRange range,
                  Spelling spelled, bool isDefinition) {
  const OutlineScan::Statement &statement = state.innermost();
  OutlineName &name = &statement == &state.outline.statements.back()
                          ? append(state.outline.names)
                          : addLate(state);
  name.begin = range.begin.value - statement.range.begin.value;
  name.size = range.size();
  name.spelling = spelled;
  name.kind = kind;
  name.isDefinition = isDefinition;
  lastName = &name;
  lastNameEnd = range.end;
}

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINENAMES_H

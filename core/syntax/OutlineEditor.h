//===- OutlineEditor.h - One edit of an outline -----------------*- C++ -*-===//
//
// Private to syntax/. An OutlineRescan scans again what the edit may have
// changed; an OutlineCommit puts that in the place of what was there.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_SYNTAX_OUTLINEEDITOR_H
#define SHAPELS_SYNTAX_OUTLINEEDITOR_H

#include "core/syntax/Outline.h"
#include "core/syntax/OutlineEdit.h"

namespace shapels {

/// The only class that writes the tables of an outline, which makes one for
/// each change. Never fails.
class OutlineEditor {
public:
  OutlineEditor(const Outline &outline, OutlineTables &tables,
                MadeOnce<Scopes> &scopes)
      : outline(outline), tables(tables), scopes(scopes) {}

  OutlineChange apply(const OutlineEdit &edit);
  /// Finds all statements of an outline that is empty.
  void makeAll(TextSpan text);

private:
  const Outline &outline;
  OutlineTables &tables;
  MadeOnce<Scopes> &scopes;
};

} // namespace shapels

#endif // SHAPELS_SYNTAX_OUTLINEEDITOR_H

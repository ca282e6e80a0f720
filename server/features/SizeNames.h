//===- SizeNames.h - Names in `// shapels:` comments -----------*- C++ -*-===//
//
// `// shapels: %arg0 = [B, 128]` names arguments of a function, and sizes,
// which are the function's own. Read from the statements alone.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_SIZENAMES_H
#define SHAPELS_FEATURES_SIZENAMES_H

#include "core/analysis/Section.h"

#include <string_view>
#include <vector>

namespace shapels {

/// One word of such a comment.
struct CommentName {
  SectionRange range;
  /// `%arg0`, as opposed to a size.
  bool isValue = false;
  /// The function that the comment is in or stands directly before.
  StatementId function = noStatement;
};

/// All of the section, in order; positions count from its start.
std::vector<CommentName> commentNames(const Section &section);

/// The argument of the function that is named so, if it has one.
std::optional<NameOccurrence>
argumentOf(const Outline &outline, StatementId function, std::string_view name);

/// Whether what the op's regions name is not seen around it, and the other way
/// round, by its name.
bool isIsolated(const Outline &outline, StatementId id);

} // namespace shapels

#endif // SHAPELS_FEATURES_SIZENAMES_H

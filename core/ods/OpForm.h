//===- OpForm.h - What an op's text tells by its definition ----*- C++ -*-===//

#ifndef SHAPELS_ODS_OPFORM_H
#define SHAPELS_ODS_OPFORM_H

#include "core/ods/OpSyntax.h"
#include "core/ods/WrittenType.h"

namespace shapels {

/// Lists are those of the definition, in its order; nothing where C++ reads
/// some, so that nobody knows how many there are.
struct OpForm {
  template <typename T>
  using ByName = std::vector<std::optional<std::vector<T>>>;

  ByName<ByteRange> operands;
  ByName<WrittenType> operandTypes, resultTypes;
  std::vector<std::optional<ByteRange>> attributes;
  ByName<ByteRange> regions, successors;
};

/// What the text behind the op's name tells of it; nothing where it does not
/// follow the op's format, or may be read in several ways. Types that the
/// format leaves out follow from traits.
std::optional<OpForm> readOpForm(const OpSyntax &op, const OpSyntaxes &all,
                                 const FormatTokens &tokens);

} // namespace shapels

#endif // SHAPELS_ODS_OPFORM_H

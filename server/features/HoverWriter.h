//===- HoverWriter.h - Writes one hover ------------------------*- C++ -*-===//
//
// Private to Hover.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_FEATURES_HOVERWRITER_H
#define SHAPELS_FEATURES_HOVERWRITER_H

#include "core/analysis/Section.h"
#include "server/features/Hover.h"
#include "server/features/HoverLines.h"

#include <set>

namespace shapels {

class HoverWriter {
public:
  HoverWriter(const Document &document, const Section &section,
              SectionOffset offset, const HoverOptions &options)
      : document(document), section(section), offset(offset), options(options),
        lines(options.markdown, options.isFull ? 11 : 6),
        known(definitions(document.configuration())) {}

  std::optional<Hover> write();

private:
  bool describeName(const NameOccurrence &name);
  bool describeValue(const NameOccurrence &name);
  bool describeSymbol(const NameOccurrence &name);
  bool describeAlias(const NameOccurrence &name);
  bool describeBlock(const NameOccurrence &name);
  bool describeOperation(StatementId statement);
  bool describeAttribute(StatementId statement, Token token);
  bool describeType(Token token);
  void addShape(const ValueInfo &value);
  void addBrief(const ValueInfo &value);
  bool describeTypeName(Token token);
  bool describeOpName(std::string_view name);
  void describeResults(const OperationInfo &op);
  void addSignature(StatementId id);
  void addCallee(StatementId id);
  void addReasons(const ValueInfo &value);
  bool isRefinable() const;
  std::string linked(const LinkedText &words);
  std::string link(std::string_view name, SectionOffset target);

  const Document &document;
  const Section &section;
  SectionOffset offset;
  const HoverOptions &options;
  HoverLines lines;
  Catalogues known;
  SectionRange range;
  /// The places that plain text has named so far.
  std::set<SectionOffset> placed;
};

} // namespace shapels

#endif // SHAPELS_FEATURES_HOVERWRITER_H

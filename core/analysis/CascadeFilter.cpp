//===- CascadeFilter.cpp - What is wrong for want of a brace --------------===//

#include "core/analysis/UnclosedRegion.h"
#include "core/ir/context/Dialects.h"
#include "core/syntax/OpFacts.h"

using namespace shapels;

namespace {

class EndConsequence {
public:
  EndConsequence(const UnclosedRegion &end, const Section &section,
                 const SectionDiagnostic &diagnostic)
      : end(end), outline(section.outline()), said(diagnostic),
        message(diagnostic.message),
        at(diagnostic.statement != noStatement
               ? diagnostic.statement
               : outline.lastUntil(diagnostic.range.begin)) {}

  bool has() const;

private:
  bool isBehind(StatementId id) const {
    return outline.nests(end.open, id) &&
           outline.begin(end.behind) <= outline.begin(id);
  }
  bool isUnknownHere() const;
  bool isOfOneAround() const;
  bool isAboutOpenBody() const;
  bool hasUntold() const;
  bool isNotedBefore() const;

  const UnclosedRegion &end;
  const Outline &outline;
  const SectionDiagnostic &said;
  llvm::StringRef message;
  StatementId at;
};

} // namespace

/// An op without its dialect's name, which the op around would give it.
bool EndConsequence::isUnknownHere() const {
  std::string_view name = outline.opName(at);
  return outline.opTable().isBare(name) &&
         message.starts_with("custom op '" + std::string(name) +
                             "' is unknown");
}

/// Whether the open op, or one around it, would take it instead.
bool EndConsequence::isOfOneAround() const {
  std::string_view name = outline.opName(at);
  auto takes = [&](StatementId id) {
    std::string around(outline.opName(id));
    std::string known = outline.opTable().barePrefix(name, dialectOf(around)) +
                        std::string(name);
    bool isKnown = isUnknownHere() && outline.opTable().isRegistered(known);
    return isKnown || message.contains("expects parent op '" + around + "'");
  };
  for (StatementId id = outline.parent(outline.parent(at)); id != noStatement;
       id = outline.parent(id))
    if (outline.nests(id, end.open) && takes(id))
      return true;
  return false;
}

/// Whether it is about the body of the op, which goes on.
bool EndConsequence::isAboutOpenBody() const {
  return said.isFromVerifier() && outline.nests(at, end.open) &&
         outline.openRegion(at) &&
         (message.contains("region") || message.contains("block"));
}

/// Where the layout does not tell what is behind.
bool EndConsequence::hasUntold() const {
  if (message.starts_with("block with no terminator"))
    return outline.nests(at, end.open) || at == end.last;
  return at != end.open && outline.nests(end.open, at) && isOfOneAround();
}

/// Whether the other place is in the region, in front of where it ends; or in
/// the header.
bool EndConsequence::isNotedBefore() const {
  if (said.related.empty())
    return false;
  StatementId other = outline.lastUntil(said.related[0].range.begin);
  return outline.nests(end.open, other) && !isBehind(other);
}

bool EndConsequence::has() const {
  if (at == noStatement)
    return false;
  if (message == "expected operation name in quotes")
    return outline.nests(end.open, at) &&
           outline.range(end.open).end <= said.range.begin;
  if (isAboutOpenBody())
    return true;
  if (end.behind == noStatement)
    return hasUntold();
  if (message.starts_with("block with no terminator"))
    return outline.nests(at, end.open) || isBehind(at);
  bool isIn = outline.parent(at) == end.open;
  if (message.ends_with("must be the last operation in the parent block"))
    return isIn;
  if (!isBehind(at))
    return false;
  if (isAboutDominance(message) || message.starts_with("redefinition of SSA") ||
      message.starts_with("region entry argument"))
    return isNotedBefore();
  return isIn && (isUnknownHere() || message.contains("expects parent op"));
}

bool shapels::followsFrom(const UnclosedRegion &end, const Section &section,
                          const SectionDiagnostic &diagnostic) {
  return EndConsequence(end, section, diagnostic).has();
}

//===- TypingPlace.cpp ----------------------------------------------------===//

#include "server/features/completion/TypingPlace.h"
#include "core/analysis/Section.h"
#include "core/syntax/Brackets.h"

#include <algorithm>

using namespace shapels;

/// Of a statement before the cursor, in bytes.
static constexpr uint32_t longest = 1 << 16;

static bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
         c == '.' || c == '-';
}

/// Back to where the word before the cursor begins; on its line.
static ByteRange wordBefore(const Section &section, ByteOffset offset) {
  ByteOffset line = section.span().lineStart(offset);
  std::string_view text = section.slice({line, offset});
  size_t begin = text.size();
  while (begin > 0 && isWordCharacter(text[begin - 1]))
    --begin;
  // The number of a group belongs to the name.
  if (begin > 1 && text[begin - 1] == '#') {
    size_t name = begin - 1;
    while (name > 0 && isWordCharacter(text[name - 1]))
      --name;
    if (name > 0 && text[name - 1] == '%')
      begin = name;
  }
  // The dash of an arrow is none of a word.
  while (begin < text.size() && text[begin] == '-')
    ++begin;
  if (begin > 0 &&
      std::string_view("%@^#!").find(text[begin - 1]) != std::string_view::npos)
    --begin;
  return {line + static_cast<uint32_t>(begin), offset};
}

namespace {

/// Reads from the last statement that begins before the word, up to the word.
class PlaceReader {
public:
  PlaceReader(TypingPlace &place, const Document &document)
      : place(place), document(document), section(place.section),
        outline(section.outline()) {}

  bool read();

private:
  void begin(StatementId statement);
  void enterRegion(ByteOffset inside);
  void leaveRegion();
  void readHeader();
  bool isWhole() const;
  bool beginsRegion(Token brace) const;
  void startHere(VisiblePlace around);

  TypingPlace &place;
  const Document &document;
  const Section &section;
  const Outline &outline;
  /// Of the statement that is being read: noStatement behind a region's start.
  StatementId current = noStatement;
  std::vector<Token> tokens, open;
};

} // namespace

void PlaceReader::begin(StatementId statement) {
  current = statement;
  tokens.clear();
  open.clear();
}

/// A statement begins between `around.before` and what follows.
void PlaceReader::startHere(VisiblePlace around) {
  place.isStart = true;
  place.around = around;
  place.statement = noStatement;
  place.results.clear();
}

static bool isRegion(const Outline &outline, StatementId id,
                     ByteOffset inside) {
  return id != noStatement &&
         std::ranges::any_of(outline.regions(id),
                             [&](const RegionText &region) {
                               return region.inside.begin == inside;
                             });
}

/// Whether nothing has to follow what was read.
bool PlaceReader::isWhole() const {
  if (!open.empty() || tokens.empty())
    return tokens.empty();
  TokenKind last = tokens.back().kind;
  if (outline.kind(current) == StatementKind::BlockLabel)
    return last == TokenKind::Colon;
  return !isContinuedBehind(last) && last != TokenKind::Comma;
}

/// Whether the brace begins a region, though the statements have it begin a
/// list of attributes, because there is but a word behind it.
bool PlaceReader::beginsRegion(Token brace) const {
  if (isRegion(outline, current, brace.range.end))
    return true;
  if (current == noStatement || !open.empty() || tokens.empty() ||
      place.str(tokens.back()) == "attributes")
    return false;
  ByteOffset lineEnd = section.span().lineEnd(brace.range.end);
  Lexer rest(section.slice({brace.range.end, lineEnd}));
  if (!rest.next().is(TokenKind::End))
    return false;
  if (std::optional<OpDefinition> definition =
          definitions(document.configuration()).op(outline.opName(current)))
    return !definition->regions.empty();
  return std::ranges::any_of(
      outline.names(current), [](const NameOccurrence &name) {
        return name.kind == NameKind::Symbol && name.isDefinition;
      });
}

/// Finds results and the op's name; what is behind that is the rest.
void PlaceReader::readHeader() {
  size_t at = 0;
  if (outline.kind(current) == StatementKind::BlockLabel) {
    place.op = "^";
    place.tokens.assign(tokens.begin() + 1, tokens.end());
    return;
  }
  if (!tokens.empty() && tokens[0].is(TokenKind::ValueName)) {
    auto equal = std::ranges::find_if(
        tokens, [](const Token &token) { return token.is(TokenKind::Equal); });
    for (auto token = tokens.begin(); token != equal; ++token)
      if (token->is(TokenKind::ValueName))
        place.results.emplace_back(place.str(*token));
    if (equal == tokens.end())
      return;
    at = equal - tokens.begin() + 1;
  }
  if (at == tokens.size()) {
    place.isStart = true;
    return;
  }
  Token name = tokens[at];
  std::string_view spelled = place.str(name);
  if (name.is(TokenKind::String) && spelled.size() >= 2)
    spelled = spelled.substr(1, spelled.size() - 2);
  place.op = spelled;
  place.rest = {name.range.end, place.word.begin};
  place.tokens.assign(tokens.begin() + at + 1, tokens.end());
}

bool PlaceReader::read() {
  StatementId last = noStatement;
  if (place.word.begin.value > 0)
    last = outline.lastUntil(place.word.begin - 1);
  if (last == noStatement) {
    startHere({});
    return true;
  }
  ByteRange before{outline.begin(last), place.word.begin};
  if (before.size() > longest)
    return false;
  begin(last);
  std::string_view text = section.slice(before);
  // What the last region's end leaves.
  ByteOffset restBegin = before.begin;
  bool isBehindRegion = false, isInRegion = false;
  Lexer lexer(text);
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    token.range = token.range.shifted(before.begin.value);
    if (token.is(TokenKind::LeftBrace) && beginsRegion(token)) {
      isInRegion = true;
      tokens.clear();
      continue;
    }
    isInRegion &= token.is(TokenKind::RightBrace);
    if (token.is(TokenKind::RightBrace) && open.empty()) {
      // Of a region: its own, where that is empty, or the one around it.
      if (!isInRegion)
        current = outline.parent(current);
      if (current == noStatement)
        return false;
      begin(current);
      isBehindRegion = true;
      isInRegion = false;
      restBegin = token.range.end;
      continue;
    }
    tokens.push_back(token);
    if (isOpening(token.kind))
      open.push_back(token);
    else if (isClosing(token.kind) && !open.empty())
      open.pop_back();
  }
  if (isInRegion) {
    startHere({current, noStatement});
    return true;
  }
  ByteOffset lastEnd = tokens.empty() ? restBegin : tokens.back().range.end;
  bool isNewLine =
      section.slice({lastEnd, place.word.begin}).find_first_of("\r\n") !=
      std::string_view::npos;
  place.around = {outline.parent(current), current};
  if (isNewLine && isWhole()) {
    startHere(place.around);
    return true;
  }
  place.statement = current;
  place.around.before = outline.previousSibling(current);
  if (place.around.before != noStatement &&
      place.around.parent != noStatement &&
      outline.statement(place.around.before).region !=
          outline.statement(current).region)
    place.around.before = noStatement;
  place.open = open;
  place.isBehindRegion = isBehindRegion;
  if (isBehindRegion) {
    place.op = outline.opName(current);
    place.rest = {restBegin, place.word.begin};
    place.tokens = tokens;
    return true;
  }
  readHeader();
  return true;
}

/// Whether an odd number of quotes is before, on its line.
static bool isInString(std::string_view before) {
  bool isOpen = false;
  for (size_t i = 0; i < before.size(); ++i)
    if (before[i] == '\\' && isOpen)
      ++i;
    else if (before[i] == '"')
      isOpen = !isOpen;
  return isOpen;
}

std::optional<TypingPlace> shapels::typingPlace(const Document &document,
                                                DocumentOffset offset) {
  const Section &section = document.sectionAt(offset);
  ByteOffset at = section.span().inSection(offset);
  ByteOffset lineStart = section.span().lineStart(at);
  if (at.value - lineStart.value > longest ||
      (at > lineStart &&
       isInComment(section.slice({lineStart, at}),
                   ByteOffset{at.value - lineStart.value - 1})))
    return std::nullopt;
  TypingPlace place{section, at};
  place.word = wordBefore(section, at);
  std::string_view before = section.slice({lineStart, place.word.begin});
  place.isQuoted = isInString(before);
  // The quote is part of what has no name yet.
  ByteRange word = place.word;
  if (place.isQuoted) {
    if (!before.ends_with('"'))
      return std::nullopt;
    place.word.begin = place.word.begin - 1;
  }
  if (!PlaceReader(place, document).read() ||
      (place.isQuoted && !place.isStart))
    return std::nullopt;
  place.word = word;
  return place;
}

std::string TypingPlace::fullOp(const Document &document) const {
  if (op.empty() || op.find('.') != op.npos)
    return std::string(op);
  Catalogues known = definitions(document.configuration());
  for (const char *dialect : {"func.", "builtin.", "pdl."})
    if (known.op(dialect + std::string(op)))
      return dialect + std::string(op);
  return std::string(op);
}

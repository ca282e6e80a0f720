//===- StructBodies.cpp ---------------------------------------------------===//

#include "core/ir/context/StructBodies.h"

#include "core/syntax/Lexer.h"

#include <cstring>
#include <optional>

using namespace shapels;

namespace {

struct StructBody {
  std::string_view name, body;
  bool hasAlias = false;
};

/// Behind `struct`: `<"a", (i32)>`, with all spaces there may be.
std::optional<StructBody> bodyAt(std::string_view text) {
  Lexer lexer(text);
  if (!lexer.next().is(TokenKind::Less))
    return std::nullopt;
  StructBody result{lexer.next().in(text), {}};
  Token comma = lexer.next();
  if (!comma.is(TokenKind::Comma))
    return std::nullopt;
  ByteRange body{comma.range.end, comma.range.end};
  int depth = 1;
  for (Token token = lexer.next(); !token.is(TokenKind::End);
       token = lexer.next()) {
    depth += token.is(TokenKind::Less) - token.is(TokenKind::Greater);
    if (depth == 0)
      break;
    result.hasAlias |= token.is(TokenKind::TypeName) &&
                       token.in(text).find('.') == std::string_view::npos;
    body.end = token.range.end;
  }
  result.body = text.substr(body.begin.value, body.size());
  return result;
}

} // namespace

bool StructBodies::add(std::string_view text) {
  static constexpr std::string_view keyword = "struct";
  bool agrees = true;
  // Faster than string_view::find where the text is long.
  while (const void *at = ::memmem(text.data(), text.size(), keyword.data(),
                                   keyword.size())) {
    text.remove_prefix(static_cast<const char *>(at) - text.data() +
                       keyword.size());
    std::optional<StructBody> found = bodyAt(text);
    if (!found)
      continue;
    auto [known, isNew] =
        bodies.try_emplace(std::string(found->name), std::string(found->body));
    agrees &= isNew || known->second == found->body;
    hasAlias |= found->hasAlias;
  }
  return agrees;
}

//===- TextRedactor.cpp ---------------------------------------------------===//

#include "server/record/TextRedactor.h"

#include "core/upstream/Upstream.h"

#include <algorithm>
#include <array>
#include <cctype>

using namespace shapels;

/// Of public projects whose ops have shape rules by their names.
static constexpr std::string_view publicDialects[] = {
    "chlo",      "flow", "hal", "iree_linalg_ext", "krnl",    "mhlo", "onnx",
    "stablehlo", "tf",   "tfl", "torch",           "torch_c", "ttir", "ttnn",
    "util",      "vhlo", "vm"};

/// Strings that are keywords.
static constexpr std::string_view keywords[] = {
    "parallel",   "reduction",  "window",   "NOTSET", "VALID",  "SAME",
    "SAME_UPPER", "SAME_LOWER", "constant", "edge",   "reflect"};

static bool isPublic(std::string_view word) {
  std::string_view dialect = word.substr(0, word.find('.'));
  return std::ranges::count(publicDialects, dialect) ||
         upstreamCatalogue()->dialect(dialect).has_value();
}

static bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isOfWord(char c) { return isLetter(c) || isDigit(c) || c == '_'; }

/// In the place of a character that is not ASCII: one as long.
static std::string_view otherCharacter(unsigned char first) {
  return first >= 0xF0   ? "\xF0\x9F\x98\x80"
         : first >= 0xE0 ? "\xE4\xB8\xAD"
                         : "\xC3\xA9";
}

/// Letters become `x`, digits 0.
static std::string blanked(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    auto first = static_cast<unsigned char>(text.front());
    bool isLead = first >= 0xC0;
    std::string_view other = isLead ? otherCharacter(first) : "";
    if (isLead && other.size() <= text.size()) {
      result += other;
      text.remove_prefix(other.size());
      continue;
    }
    result += isLetter(text.front())  ? 'x'
              : isDigit(text.front()) ? '0'
              : first >= 0x80         ? '?'
                                      : text.front();
    text.remove_prefix(1);
  }
  return result;
}

/// Escapes stay escapes.
static std::string blankedString(std::string_view text) {
  std::string result;
  for (size_t end = 0; end < text.size();) {
    size_t begin = end;
    end = std::min(text.find('\\', begin), text.size());
    result += blanked(text.substr(begin, end - begin));
    if (end == text.size())
      break;
    result += text[end++];
    for (int i = 0; i < 2 && end < text.size(); ++i) {
      bool isHex = std::isxdigit(static_cast<unsigned char>(text[end])) != 0;
      if (i == 1 && !isHex)
        break;
      result += isHex ? '0' : text[end];
      ++end;
      if (!isHex)
        break;
    }
  }
  return result;
}

static bool startsWithWord(std::string_view text, std::string_view word) {
  size_t begin = text.find_first_not_of("/ \t");
  return begin != text.npos && text.substr(begin).starts_with(word);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string TextRedactor::name(std::string_view word) {
  if (std::ranges::none_of(word, isLetter))
    return std::string(word);
  auto [found, isNew] = names.try_emplace(std::string(word));
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  while (isNew) {
    std::string &result = found->second;
    result.assign(word.size(), letters.front());
    size_t number = counts[word.size()]++;
    for (size_t i = 0; i < result.size() && number > 0; ++i) {
      result[i] = letters[number % letters.size()];
      number /= letters.size();
    }
    isNew = isPublic(result);
  }
  return found->second;
}

/// Each part by itself, as the dialect has a name that stands alone too.
std::string TextRedactor::dotted(std::string_view word) {
  std::string result;
  for (size_t begin = 0; begin <= word.size();) {
    size_t end = std::min(word.find('.', begin), word.size());
    result += name(word.substr(begin, end - begin));
    if (end < word.size())
      result += '.';
    begin = end + 1;
  }
  return result;
}

std::string TextRedactor::prose(std::string_view text) const {
  std::string result;
  while (!text.empty()) {
    auto end = std::ranges::find_if_not(text, isOfWord);
    std::string_view word(text.begin(), end);
    if (word.empty())
      word = text.substr(0, 1);
    // A character stays in one piece.
    while (word.size() < text.size() &&
           (static_cast<unsigned char>(text[word.size()]) & 0xC0) == 0x80)
      word = text.substr(0, word.size() + 1);
    auto known = names.find(std::string(word));
    result += known == names.end() ? blanked(word) : known->second;
    text.remove_prefix(word.size());
  }
  return result;
}

std::string TextRedactor::path(std::string_view text) {
  size_t begin = 0;
  if (size_t scheme = text.find(':'); scheme != text.npos)
    begin = scheme + 1;
  std::string result(text.substr(0, begin));
  while (begin < text.size()) {
    size_t end = std::min(text.find_first_of("/\\", begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    size_t dot = std::min(part.rfind('.'), part.size());
    bool isKept = part == ".shapels.json";
    result += isKept
                  ? std::string(part)
                  : name(part.substr(0, dot)) + std::string(part.substr(dot));
    if (end < text.size())
      result += text[end];
    begin = end + 1;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string TextRedactor::lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    size_t end = std::min(text.find_first_of("\r\n"), text.size());
    result += line(text.substr(0, end));
    if (end < text.size())
      result += text[end++];
    text.remove_prefix(end);
  }
  return result;
}

std::string TextRedactor::line(std::string_view text) {
  std::string result;
  Lexer lexer(text);
  for (size_t done = 0;;) {
    Token next = lexer.nextWithComments();
    size_t begin =
        next.is(TokenKind::End) ? text.size() : next.range.begin.value;
    result += blanked(text.substr(done, begin - done));
    if (next.is(TokenKind::End))
      return result;
    std::string_view before = text.substr(0, begin);
    bool isResource = next.is(TokenKind::BareIdentifier) &&
                      before.ends_with("dense_resource<");
    result += isResource ? name(next.in(text)) : token(text, next, lexer);
    done = next.range.end.value;
  }
}

/// Of a line. `behind` is where the token ends.
std::string TextRedactor::token(std::string_view line, const Token &token,
                                Lexer behind) {
  std::string_view text = token.in(line);
  auto sigil = [&] { return std::string(text.substr(0, 1)); };
  switch (token.kind) {
  case TokenKind::ValueName:
  case TokenKind::BlockName:
    return sigil() + name(text.substr(1));
  case TokenKind::SymbolName:
    if (text.substr(1).starts_with('"'))
      return sigil() + string(text.substr(1), /*isOpName=*/false);
    return sigil() + name(text.substr(1));
  case TokenKind::HashName:
  case TokenKind::TypeName:
    return isPublic(text.substr(1)) ? std::string(text)
                                    : sigil() + dotted(text.substr(1));
  case TokenKind::BareIdentifier: {
    // A key that a string follows is a resource's name.
    bool isResource = behind.next().is(TokenKind::Colon) &&
                      behind.next().is(TokenKind::String);
    bool isDotted = text.find('.') != text.npos;
    return isResource                    ? name(text)
           : isDotted && !isPublic(text) ? dotted(text)
                                         : std::string(text);
  }
  case TokenKind::String:
    return string(text, behind.next().is(TokenKind::LeftParen));
  case TokenKind::Number: {
    bool isLongHex = text.starts_with("0x") && text.size() >= 10;
    bool isFloat = text.find('.') != text.npos;
    if (isLongHex)
      return "0x" + std::string(text.size() - 2, '0');
    std::string result(text);
    if (isFloat)
      std::ranges::replace_if(result, isDigit, '0');
    return result;
  }
  case TokenKind::Comment:
    return comment(text);
  case TokenKind::Other:
    return blanked(text);
  default:
    return std::string(text);
  }
}

std::string TextRedactor::string(std::string_view token, bool isOpName) {
  bool isClosed = token.size() > 1 && token.ends_with('"');
  std::string_view text = token.substr(1, token.size() - 1 - isClosed);
  std::string_view quote = isClosed ? "\"" : "";
  std::string result = "\"";
  auto isOfName = [](char c) {
    return isOfWord(c) || c == '.' || c == '$' || c == '-';
  };
  // The alignment of a blob stands first.
  constexpr size_t alignment = 10;
  if (std::ranges::count(keywords, text) || (isOpName && isPublic(text)))
    result += text;
  else if (text.starts_with("0x") && text.size() > alignment)
    result.append(text.substr(0, alignment))
        .append(text.size() - alignment, '0');
  else if (isOpName)
    result += dotted(text);
  else if (std::ranges::all_of(text, isOfName))
    result += name(text);
  else
    result += blankedString(text);
  return result.append(quote);
}

/// What divides a text and what tells how it is to be read stays.
std::string TextRedactor::comment(std::string_view token) {
  if (token.starts_with("// -----"))
    return "// -----" + blanked(token.substr(8));
  if (startsWithWord(token, "shapels:"))
    return pragma(token);
  std::string result = blanked(token);
  constexpr std::string_view kept[] = {"//---",
                                       "RUN:",
                                       "shapels-opt",
                                       "mlir-opt",
                                       "FileCheck",
                                       "split-input-file",
                                       "verify-diagnostics",
                                       ".mlir",
                                       "expected-error",
                                       "expected-warning",
                                       "expected-note",
                                       "expected-remark"};
  for (std::string_view word : kept)
    for (size_t at = token.find(word); at != token.npos;
         at = token.find(word, at + 1)) {
      // With the line that it speaks of.
      size_t end = word.starts_with("expected-")
                       ? std::min(token.find_first_of(" {", at), token.size())
                       : at + word.size();
      result.replace(at, end - at, token.substr(at, end - at));
    }
  return result;
}

/// Its names are those of the text.
std::string TextRedactor::pragma(std::string_view token) {
  size_t begin = token.find(':') + 1;
  if (startsWithWord(token.substr(begin), "ignore["))
    return std::string(token);
  std::string result(token.substr(0, begin));
  while (begin < token.size()) {
    size_t end = begin;
    while (end < token.size() && isOfWord(token[end]))
      ++end;
    result += end > begin ? name(token.substr(begin, end - begin))
                          : blanked(token.substr(begin, 1));
    begin = std::max(end, begin + 1);
  }
  return result;
}

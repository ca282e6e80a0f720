//===- Uri.cpp - Document addresses ---------------------------------------===//

#include "server/protocol/Uri.h"

using namespace shapels;

static bool isUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') ||
         std::string_view("-._~/!$&'()*+,;=@").find(c) !=
             std::string_view::npos;
}

static std::string percentEncoded(std::string_view path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (char c : path) {
    if (isUnreserved(c)) {
      result += c;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    result += {'%', digits[byte >> 4], digits[byte & 15]};
  }
  return result;
}

static int hexDigit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static std::string percentDecoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool isEscape = text[i] == '%' && i + 2 < text.size() &&
                    hexDigit(text[i + 1]) >= 0 && hexDigit(text[i + 2]) >= 0;
    if (!isEscape) {
      result += text[i];
      continue;
    }
    result +=
        static_cast<char>(hexDigit(text[i + 1]) << 4 | hexDigit(text[i + 2]));
    i += 2;
  }
  return result;
}

std::string lsp::fileUri(std::string_view path) {
  return "file://" + percentEncoded(path);
}

std::optional<std::string> lsp::filePath(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (!uri.starts_with(scheme))
    return std::nullopt;
  // What stands before the path, `localhost` say, is this machine.
  size_t slash = uri.find('/', scheme.size());
  if (slash == std::string_view::npos)
    return std::nullopt;
  return percentDecoded(uri.substr(slash));
}

std::string lsp::folderOf(std::string_view uri) {
  size_t slash = uri.rfind('/');
  if (slash == std::string_view::npos)
    return std::string(uri);
  return std::string(uri.substr(0, slash + 1));
}

std::optional<std::string> lsp::resolve(std::string_view folderUri,
                                        std::string_view relativePath) {
  size_t colon = folderUri.find(':');
  if (colon == std::string_view::npos ||
      folderUri.find('/', colon) == std::string_view::npos)
    return std::nullopt;
  std::string result(folderUri);
  if (!result.ends_with('/'))
    result += '/';
  return result + percentEncoded(relativePath);
}

//===- ExternalPlaces.cpp - Places in other files -------------------------===//

#include "server/lsp/ExternalPlaces.h"

#include "core/text/TextBuffer.h"
#include "core/text/UserFile.h"
#include "server/protocol/Uri.h"

#include <limits>
#include <utility>

using namespace shapels;

static std::optional<std::string>
findUri(const std::string &file, const std::string &documentUri,
        const std::vector<std::string> &roots) {
  if (file.starts_with('/'))
    return whyNoFile(file).empty() ? std::optional(lsp::fileUri(file))
                                   : std::nullopt;
  std::vector<std::string> folders = roots;
  folders.push_back(lsp::folderOf(documentUri));
  for (const std::string &folder : folders) {
    std::optional<std::string> uri = lsp::resolve(folder, file);
    if (!uri)
      continue;
    std::optional<std::string> path = lsp::filePath(*uri);
    if (!path || whyNoFile(*path).empty())
      return uri;
  }
  return std::nullopt;
}

/// The column of `place`, whose own counts bytes. That needs the line's text;
/// without it the bytes must do.
static uint32_t column(const ExternalPlace &place, const std::string &uri,
                       PositionEncoding encoding) {
  std::optional<std::string> path = lsp::filePath(uri);
  if (encoding == PositionEncoding::Utf8 || !path)
    return place.position.character;
  TextBuffer text(readUserFile(*path, largestSmallFile).bytes);
  Position bytes = place.position;
  Position there =
      text.position(text.offset(bytes, PositionEncoding::Utf8), encoding);
  return there.line == bytes.line ? there.character : bytes.character;
}

std::optional<lsp::Location> shapels::locateExternal(
    const ExternalPlace &place, const std::string &documentUri,
    const std::vector<std::string> &roots, PositionEncoding encoding) {
  // Larger numbers are not LSP's `uinteger`, and no place in a file.
  constexpr uint32_t largest = std::numeric_limits<int32_t>::max();
  if (place.position.line > largest || place.position.character > largest)
    return std::nullopt;
  std::optional<std::string> uri = findUri(place.file, documentUri, roots);
  if (!uri)
    return std::nullopt;
  Position position{place.position.line, column(place, *uri, encoding)};
  return lsp::Location{std::move(*uri), {position, position}};
}

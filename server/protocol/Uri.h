//===- Uri.h - Document addresses -------------------------------*- C++ -*-===//
//
// A document's URI is an unregistered name of any scheme. Only where a place in
// another file is looked up does its inside matter.
//
//===----------------------------------------------------------------------===//

#ifndef SHAPELS_PROTOCOL_URI_H
#define SHAPELS_PROTOCOL_URI_H

#include <optional>
#include <string>
#include <string_view>

namespace shapels::lsp {

/// The `file:` URI of an absolute path.
std::string fileUri(std::string_view path);

/// The path of a `file:` URI, or nothing for other schemes.
std::optional<std::string> filePath(std::string_view uri);

/// The URI of the folder that holds `uri`, with a slash at its end.
std::string folderOf(std::string_view uri);

/// The URI of `relativePath` within the folder `folderUri`, which may lack the
/// slash at its end. Nothing if the URI has no path to go on from, as
/// `untitled:Untitled-1`.
std::optional<std::string> resolve(std::string_view folderUri,
                                   std::string_view relativePath);

} // namespace shapels::lsp

#endif // SHAPELS_PROTOCOL_URI_H

//===- ConvertToBytecode.cpp - mlir/convertToBytecode ---------------------===//
//
// As mlir-lsp-server's clients ask: they save a text as a `.mlirbc` file.
//
//===----------------------------------------------------------------------===//

#include "server/lsp/Handlers.h"

#include "core/analysis/Bytecode.h"
#include "core/analysis/Section.h"
#include "server/protocol/Json.h"
#include "server/protocol/JsonReader.h"

#include "llvm/Support/Base64.h"

using namespace shapels;

static Response answerConvert(const Document &document) {
  auto failed = [](std::string why) {
    return lsp::ResponseError{lsp::ErrorCode::RequestFailed,
                              "not saved as bytecode: " + std::move(why)};
  };
  if (document.sections().size() != 1)
    return failed("a file of bytecode has one module, and the text has " +
                  std::to_string(document.sections().size()) +
                  " parts with `// -----` between them");
  Conversion done =
      bytecodeOfText(document.buffer().text(), document.configuration(),
                     document.sections()[0]->crashGuard());
  if (!done.problem.empty())
    return failed(std::move(done.problem));
  return lsp::jsonText({{"output", llvm::encodeBase64(done.result)}});
}

std::optional<Query> handlers::convertToBytecode(const nlohmann::json &params,
                                                 std::string &error) {
  lsp::JsonReader in(params, "params", error);
  std::string uri;
  if (!in.field("uri", uri))
    return std::nullopt;
  return Query{uri, [](const Document &document, const QueryContext &) {
                 return answerConvert(document);
               }};
}

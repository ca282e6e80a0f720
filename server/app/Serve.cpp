//===- Serve.cpp - The language server mode -------------------------------===//

#include "server/app/ServeOptions.h"

#include "server/app/StreamServer.h"
#include "server/app/Supervise.h"
#include "server/lsp/Server.h"
#include "server/transport/InlineExecutor.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <optional>

using namespace shapels;

/// For tests: one message after the other, in this process.
static int serveLitTest(const ServeOptions &options,
                        const ConfigOptions &config) {
  StderrLog log(options.log);
  InlineExecutor io;
  std::optional<int> exitCode;
  Server server({io, io, [] { return std::make_unique<InlineExecutor>(); }, log,
                 [](std::string body) {
                   std::string bytes = frame(lsp::prettyPrinted(body));
                   std::fwrite(bytes.data(), 1, bytes.size(), stdout);
                   std::fflush(stdout);
                 },
                 [&](int code) { exitCode = code; }},
                config);
  DelimitedReader reader;
  std::array<char, 1 << 16> chunk;
  while (size_t size = std::fread(chunk.data(), 1, chunk.size(), stdin))
    reader.feed(std::string_view(chunk.data(), size));
  reader.finish();
  while (std::optional<Frame> frame = exitCode ? std::nullopt : reader.next())
    server.receive(std::move(frame->text));
  server.endOfInput();
  return *exitCode;
}

int shapels::serve(const ServeOptions &options, const ConfigOptions &config) {
  std::signal(SIGPIPE, SIG_IGN);
  if (options.litTest)
    return serveLitTest(options, config);
  if (options.isZygote)
    serveZygote(options, config);
  if (options.isSupervised)
    return supervise(options, config);
  StreamServer server(options, config);
  return server.connect(options) ? server.run() : 1;
}

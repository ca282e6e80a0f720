//===- Server.cpp - One client's session ----------------------------------===//

#include "shapels/lsp/Server.h"

#include "shapels/config/Version.h"

#include <utility>

using namespace shapels;

/// Every method. InitializeResult's encoding advertises what stands here.
void Server::bind() {
  constexpr auto statements = DocumentSession::Needs::Statements;
  constexpr auto analysis = DocumentSession::Needs::Analysis;
  // clang-format off
  request     ("initialize",                        &Server::initialize);
  notification("initialized",                       &Server::initialized);
  request     ("shutdown",                          &Server::shutdown);
  notification("exit",                              &Server::exit);
  notification("$/cancelRequest",                   &Server::cancelRequest);
  notification("$/setTrace",                        &Server::setTrace);
  notification("textDocument/didOpen",              &Server::didOpen);
  notification("textDocument/didChange",            &Server::didChange);
  notification("textDocument/didClose",             &Server::didClose);
  notification("textDocument/didSave",              &Server::didSave);
  notification("workspace/didChangeConfiguration",  &Server::didChangeConfiguration);
  notification("workspace/didChangeWatchedFiles",   &Server::didChangeWatchedFiles);
  request     ("textDocument/diagnostic",           &Server::diagnostic);
  request     ("textDocument/inlayHint",            &Server::inlayHint);
  query       ("textDocument/hover",                analysis,   answerHover);
  query       ("textDocument/definition",           statements, answerDefinition);
  query       ("textDocument/references",           statements, answerReferences);
  query       ("textDocument/documentHighlight",    statements, answerHighlight);
  query       ("textDocument/documentSymbol",       statements, answerSymbols);
  query       ("textDocument/codeAction",           analysis,   answerCodeAction,
                                                    answerUnopenedCodeAction);
  // clang-format on
}

template <typename Params, typename Result>
void Server::request(std::string_view method,
                     void (Server::*handler)(const Params &, Reply<Result>)) {
  dispatcher.onRequest<Params, Result>(
      method, [this, handler](const Params &params, Reply<Result> reply) {
        (this->*handler)(params, std::move(reply));
      });
}

template <typename Params>
void Server::notification(std::string_view method,
                          void (Server::*handler)(Params)) {
  dispatcher.onNotification<Params>(method, [this, handler](Params params) {
    (this->*handler)(std::move(params));
  });
}

template <typename Result>
std::shared_ptr<DocumentSession> Server::useOrRefuse(const std::string &uri,
                                                     Reply<Result> &reply) {
  auto session = use(uri);
  if (!session)
    reply.error(lsp::ErrorCode::InvalidParams,
                "params.textDocument.uri: no open document '" + uri + "'");
  return session;
}

/// A request that a document answers on its strand. `unopened`: what can be
/// said of a document that is not open.
template <typename Params, typename Result>
void Server::query(std::string_view method, DocumentSession::Needs needs,
                   Result (*answer)(const Document &, const QueryContext &,
                                    const Params &),
                   std::optional<Result> (*unopened)(const Params &)) {
  dispatcher.onRequest<Params, Result>(
      method, [this, needs, answer, unopened](const Params &params,
                                              Reply<Result> reply) {
        std::optional<Result> known =
            unopened && !find(params.uri) ? unopened(params) : std::nullopt;
        if (known)
          return reply(std::move(*known));
        auto session = useOrRefuse(params.uri, reply);
        if (!session)
          return;
        session->query(
            needs, std::move(reply),
            [answer, context = context, params](const Document &document) {
              return answer(document, context, params);
            });
      });
}

Server::Server(ServerRuntime serverRuntime, const ConfigOptions &commandLine)
    : runtime(std::move(serverRuntime)),
      dispatcher(runtime.write, runtime.io, *this),
      environment{runtime.io, runtime.background, *this, {}, {}, runtime.watch},
      workspace(commandLine, runtime.watch) {
  environment.publish = [this](const lsp::PublishDiagnosticsParams &params) {
    dispatcher.notifyNow("textDocument/publishDiagnostics", params);
  };
  environment.later = runtime.later;
  environment.refresh = [this] { refreshDiagnostics(); };
  dispatcher.setProcess(runtime.process);
  dispatcher.setGate([this](std::string_view method) { return gate(method); });
  dispatcher.onLongOpening([this](lsp::Opening opening, std::string body) {
    if (opening.isChange)
      didChangeLong(opening, std::move(body));
    else
      didOpenLong(std::move(opening), std::move(body));
  });
  bind();
}

//===----------------------------------------------------------------------===//
// Lifecycle
//===----------------------------------------------------------------------===//

std::optional<lsp::ResponseError> Server::gate(std::string_view method) const {
  using lsp::ErrorCode;
  if (method == "exit")
    return std::nullopt;
  switch (state) {
  case State::Uninitialized:
    if (method == "initialize")
      return std::nullopt;
    return lsp::ResponseError{ErrorCode::ServerNotInitialized,
                              "the server is not initialized"};
  case State::Running:
    if (method != "initialize")
      return std::nullopt;
    return lsp::ResponseError{ErrorCode::InvalidRequest,
                              "the server is initialized already"};
  case State::ShutDown:
    if (method == "$/cancelRequest")
      return std::nullopt;
    return lsp::ResponseError{ErrorCode::InvalidRequest,
                              "the server is shut down"};
  }
  return std::nullopt;
}

void Server::initialize(const lsp::InitializeParams &params,
                        Reply<lsp::InitializeResult> reply) {
  state = State::Running;
  environment.client = params.capabilities;
  context.client = params.capabilities;
  context.roots = params.roots;
  reply({params.capabilities.positionEncoding, "shapels",
         std::string(shapelsVersion()), params.capabilities.pullsDiagnostics});
  clientTakesLog = true;
  setTraceLevel(params.trace);
  workspace.setRoots(params.roots);
  initial = params.settings;
  useSettings(initial);
}

void Server::initialized(lsp::Nothing) {
  if (context.client.watchesFiles)
    watchFile("", "**/.shapels.json");
  log(LogLevel::Debug, "the client is initialized");
}

/// Answered when all that was asked before is, so that nothing is lost.
void Server::shutdown(const lsp::Nothing &, Reply<lsp::Nothing> reply) {
  state = State::ShutDown;
  auto shared = std::make_shared<Reply<lsp::Nothing>>(std::move(reply));
  afterAllStrands([this, shared] {
    (*shared)({});
    isDrained = true;
    if (exitRequested)
      leave();
  });
}

void Server::exit(lsp::Nothing) {
  exitRequested = true;
  if (state != State::ShutDown || isDrained)
    leave();
}

void Server::endOfInput() {
  afterAllStrands([this] { leave(); });
}

/// Calls back on the I/O thread when every strand has run what is queued now.
void Server::afterAllStrands(std::function<void()> then) {
  std::shared_ptr<void> token(
      nullptr,
      [&io = runtime.io, then = std::move(then)](void *) { io.post(then); });
  for (const auto &[uri, session] : sessions)
    session->hold(token);
  for (const std::weak_ptr<DocumentSession> &old : retired)
    if (auto session = old.lock())
      session->hold(token);
}

void Server::leave() {
  if (std::exchange(hasLeft, true))
    return;
  for (const auto &[uri, session] : sessions)
    session->leave();
  // Behind the answers that are on their way.
  runtime.io.post([this] {
    dispatcher.failPending(
        {lsp::ErrorCode::ServerCancelled, "the server is leaving"});
    dispatcher.close();
    runtime.onExit(exitCode());
  });
}

void Server::cancelRequest(lsp::CancelParams params) {
  dispatcher.cancel(params.id);
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

std::shared_ptr<DocumentSession> Server::find(const std::string &uri) const {
  auto found = sessions.find(uri);
  return found == sessions.end() ? nullptr : found->second;
}

/// What is used least lately gives its memory back.
std::shared_ptr<DocumentSession> Server::use(const std::string &uri) {
  std::shared_ptr<DocumentSession> session = find(uri);
  if (!session)
    return nullptr;
  std::erase(recent, uri);
  recent.push_back(uri);
  if (recent.size() > runtime.mostLive) {
    find(recent.front())->rest();
    recent.pop_front();
  }
  return session;
}

std::shared_ptr<DocumentSession> Server::newSession(const std::string &uri) {
  auto &session = sessions[uri];
  if (session) {
    log(LogLevel::Warning, uri + " was open already");
    session->retire();
    keepRetired(session);
  }
  std::unique_ptr<Executor> strand = runtime.makeStrand();
  session = std::make_shared<DocumentSession>(environment, std::move(strand),
                                              runtime.makeStrand(), uri);
  return use(uri);
}

void Server::didOpen(lsp::DidOpenParams params) {
  auto session = newSession(params.uri);
  Configuration configuration = workspace.configurationOf(params.uri);
  session->open(std::move(params), configuration);
  reportConfiguration();
}

void Server::didOpenLong(lsp::Opening opening, std::string body) {
  auto session = newSession(opening.uri);
  Configuration configuration = workspace.configurationOf(opening.uri);
  session->open(std::move(opening), std::move(body), configuration);
  reportConfiguration();
}

void Server::didChange(lsp::DidChangeParams params) {
  if (auto session = use(params.uri))
    return session->change(std::move(params));
  log(LogLevel::Error, "didChange: no open document '" + params.uri + "'");
}

void Server::didChangeLong(const lsp::Opening &opening, std::string body) {
  if (auto session = use(opening.uri))
    return session->change(opening, std::move(body));
  log(LogLevel::Error, "didChange: no open document '" + opening.uri + "'");
}

void Server::didClose(lsp::DocumentParams params) {
  auto session = find(params.uri);
  if (!session)
    return log(LogLevel::Error,
               "didClose: no open document '" + params.uri + "'");
  session->close();
  keepRetired(session);
  sessions.erase(params.uri);
  std::erase(recent, params.uri);
  workspace.close(params.uri);
  reportConfiguration();
}

void Server::diagnostic(const lsp::DocumentDiagnosticParams &params,
                        Reply<lsp::DocumentDiagnosticReport> reply) {
  if (auto session = useOrRefuse(params.uri, reply))
    session->pull(std::move(reply), params.previousResultId);
}

void Server::inlayHint(const lsp::InlayHintParams &params,
                       Reply<std::vector<lsp::InlayHint>> reply) {
  auto session = useOrRefuse(params.uri, reply);
  if (!session)
    return;
  session->query(DocumentSession::Needs::Analysis, std::move(reply),
                 [context = context, params,
                  &hints = session->inlayHints()](const Document &document) {
                   return answerInlayHint(document, hints, context, params);
                 });
}

void Server::keepRetired(const std::shared_ptr<DocumentSession> &session) {
  std::erase_if(retired, [](const auto &old) { return old.expired(); });
  retired.push_back(session);
}

//===----------------------------------------------------------------------===//
// Trace and log
//===----------------------------------------------------------------------===//

void Server::setTrace(lsp::SetTraceParams params) {
  setTraceLevel(params.value);
}

void Server::setTraceLevel(lsp::Trace level) {
  if (level == lsp::Trace::Off)
    return dispatcher.setTraceHook(nullptr);
  bool isVerbose = level == lsp::Trace::Verbose;
  dispatcher.setTraceHook(
      [this, isVerbose](std::string_view event, std::string_view detail) {
        dispatcher.notify(
            "$/logTrace",
            lsp::LogTraceParams{std::string(event),
                                isVerbose ? std::string(detail.substr(0, 1000))
                                          : ""});
      });
}

static lsp::MessageType messageType(LogLevel level) {
  switch (level) {
  case LogLevel::Error:
    return lsp::MessageType::Error;
  case LogLevel::Warning:
    return lsp::MessageType::Warning;
  case LogLevel::Info:
    return lsp::MessageType::Info;
  case LogLevel::Debug:
    return lsp::MessageType::Log;
  }
  return lsp::MessageType::Log;
}

void Server::log(LogLevel level, std::string_view message) {
  runtime.log.log(level, message);
  if (clientTakesLog && level != LogLevel::Debug)
    dispatcher.notify(
        "window/logMessage",
        lsp::MessageParams{messageType(level), std::string(message)});
}

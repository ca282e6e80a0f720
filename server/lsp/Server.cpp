//===- Server.cpp - One client's session ----------------------------------===//

#include "server/lsp/Server.h"

#include <algorithm>
#include <functional>
#include <utility>

using namespace shapels;
using namespace std::chrono_literals;

/// Longer than between two keys of who goes on typing.
static constexpr auto restOfTyping = 500ms;
/// So long the end of the session waits for settings to be read.
static constexpr auto lastWait = 500ms;

/// By the table Methods.def.
void Server::bind() {
#define REQUEST(method, handler, ...)                                          \
  dispatcher.onRequest(method, [this](const auto &params, ReplyOnce &reply,    \
                                      std::string &error) {                    \
    return handlers::handler(*this, params, reply, error);                     \
  });
#define NOTIFICATION(method, handler, ...)                                     \
  dispatcher.onNotification(method,                                            \
                            [this](const auto &params, std::string &error) {   \
                              return handlers::handler(*this, params, error);  \
                            });
#define QUERY(method, handler, needs, ...)                                     \
  dispatcher.onRequest(method, [this](const auto &params, ReplyOnce &reply,    \
                                      std::string &error) {                    \
    std::optional<Query> query = handlers::handler(params, error);             \
    if (query)                                                                 \
      answer(std::move(*query), DocumentSession::Needs::needs,                 \
             std::move(reply));                                                \
    return query.has_value();                                                  \
  });
#include "server/lsp/Methods.def"
}

void Server::answer(Query query, DocumentSession::Needs needs,
                    ReplyOnce reply) {
  if (query.unopened && !find(query.uri))
    if (std::optional<std::string> result = query.unopened())
      return reply.result(std::move(*result));
  auto session = useOrRefuse(query.uri, reply);
  if (!session)
    return;
  auto answer = [answer = std::move(query.answer),
                 context = context](const Document &document) {
    return answer(document, context);
  };
  if (query.line)
    session->query(needs, std::move(reply), answer,
                   DocumentSession::InView{{*query.line, *query.line}, answer});
  else
    session->query(needs, std::move(reply), answer);
}

Server::Server(ServerRuntime serverRuntime, const ConfigOptions &commandLine)
    : runtime(std::move(serverRuntime)),
      dispatcher(runtime.write, runtime.io, *this),
      environment{runtime.io, runtime.background, *this, {},
                  {},         runtime.crashGuard},
      workspace(runtime.io, runtime.makeStrand(), runtime.after, *this,
                commandLine, runtime.crashGuard),
      projects(runtime.readProject,
               {dispatcher, "ods:" + std::to_string(runtime.process)},
               [this](const ProjectSources &sources, ProjectCatalogue project) {
                 for (const std::string &message : project.messages)
                   log(LogLevel::Info, message);
                 // That none were found is worth knowing, too.
                 static const auto none = std::make_shared<const Catalogue>();
                 workspace.setProject(
                     sources,
                     project.catalogue ? std::move(project.catalogue) : none);
                 reconfigure();
               }),
      requests({runtime.io, runtime.background, dispatcher, runtime.crashGuard,
                [this](const std::string &uri) { return find(uri) != nullptr; },
                [this](std::string uri, auto done) {
                  workspace.readUnopened(std::move(uri), std::move(done));
                },
                [this] { watchFile("", "**/*.mlir"); }}) {
  environment.publish = [this](const lsp::PublishDiagnosticsParams &params) {
    dispatcher.notifyNow("textDocument/publishDiagnostics", params);
  };
  environment.sayLost = [this](const std::string &uri) { sayLost(uri); };
  if (runtime.after)
    environment.later = [this](std::function<void()> task) {
      runtime.after(restOfTyping, std::move(task));
    };
  environment.refresh = [this] { refresh(true, true); };
  dispatcher.setProcess(runtime.process);
  dispatcher.setGate([this](std::string_view method) { return gate(method); });
  dispatcher.onLongOpening([this](lsp::Opening opening, std::string body) {
    if (opening.isChange)
      changeLong(opening, std::move(body));
    else
      openLong(std::move(opening), std::move(body));
  });
  dispatcher.onLostChange([this](std::string_view bytes) { loseTexts(bytes); });
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
                        const lsp::Settings &settings) {
  state = State::Running;
  environment.client = params.capabilities;
  context.client = params.capabilities;
  context.roots = params.roots;
  clientTakesLog = true;
  setTrace(params.trace);
  workspace.setRoots(params.roots);
  projects.showProgress(context.client.flag({"window", "workDoneProgress"}));
  requests.start(params.capabilities, params.roots);
  initial = settings;
  useSettings(initial);
}

void Server::initialized() {
  if (context.client.watchesFiles)
    for (const char *files : {"**/.shapels.json", "**/*.td"})
      watchFile("", files);
  log(LogLevel::Debug, "the client is initialized");
}

void Server::shutDown(std::function<void()> whenDone) {
  state = State::ShutDown;
  afterAllStrands([this, whenDone = std::move(whenDone)] {
    whenDone();
    isDrained = true;
    if (exitRequested)
      leave();
  });
}

void Server::exit() {
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
  WorkspaceSettings::Sessions all = openSessions();
  for (const std::weak_ptr<DocumentSession> &old : retired)
    if (auto session = old.lock())
      all.push_back(std::move(session));
  for (const std::shared_ptr<DocumentSession> &session : all)
    session->hold(token);
  if (runtime.after)
    runtime.after(lastWait,
                  [this, all = std::move(all)] { workspace.stopWaiting(all); });
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

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

WorkspaceSettings::Sessions Server::openSessions() const {
  WorkspaceSettings::Sessions result;
  for (const auto &[uri, session] : sessions)
    result.push_back(session);
  return result;
}

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

std::shared_ptr<DocumentSession> Server::useOrRefuse(const std::string &uri,
                                                     ReplyOnce &reply) {
  auto session = use(uri);
  if (!session)
    reply.error(lsp::ErrorCode::InvalidParams,
                "params.textDocument.uri: no open document '" + uri + "'");
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

void Server::open(lsp::DidOpenParams params) {
  auto session = newSession(params.uri);
  session->open(std::move(params));
  settle({session});
}

void Server::openLong(lsp::Opening opening, std::string body) {
  auto session = newSession(opening.uri);
  session->open(std::move(opening), std::move(body));
  settle({session});
}

void Server::change(lsp::DidChangeParams params) {
  if (auto session = use(params.uri))
    return session->change(std::move(params));
  log(LogLevel::Error, "didChange: no open document '" + params.uri + "'");
}

void Server::changeLong(const lsp::Opening &opening, std::string body) {
  if (auto session = use(opening.uri))
    return session->change(opening, std::move(body));
  log(LogLevel::Error, "didChange: no open document '" + opening.uri + "'");
}

void Server::close(const std::string &uri) {
  auto session = find(uri);
  if (!session)
    return log(LogLevel::Error, "didClose: no open document '" + uri + "'");
  session->close();
  keepRetired(session);
  sessions.erase(uri);
  std::erase(recent, uri);
  workspace.close(uri);
  settle({});
}

void Server::loseTexts(std::string_view bytes) {
  WorkspaceSettings::Sessions lost = openSessions();
  auto isNamed = [bytes](const std::shared_ptr<DocumentSession> &session) {
    return bytes.find(session->name()) != bytes.npos;
  };
  if (std::ranges::any_of(lost, isNamed))
    std::erase_if(lost, std::not_fn(isNamed));
  for (const std::shared_ptr<DocumentSession> &session : lost)
    session->lose();
  if (lost.empty())
    sayLost("a document");
}

void Server::sayLost(const std::string &name) {
  std::string message = "shapels: a message about " + name +
                        " could not be read, so its text is not known; close "
                        "it and open it again";
  runtime.log.log(LogLevel::Error, message);
  dispatcher.notify("window/showMessage",
                    lsp::MessageParams{lsp::MessageType::Error, message});
}

void Server::keepRetired(const std::shared_ptr<DocumentSession> &session) {
  std::erase_if(retired, [](const auto &old) { return old.expired(); });
  retired.push_back(session);
}

//===----------------------------------------------------------------------===//
// Trace and log
//===----------------------------------------------------------------------===//

void Server::setTrace(lsp::Trace level) {
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

// The server's life: found, started, told about settings, restarted, stopped.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Uri, commands, env, window, workspace, type LogOutputChannel } from 'vscode';
import { CloseAction, DidChangeConfigurationNotification, LanguageClient, State } from 'vscode-languageclient/node';
import { uriConverters } from './bytecode';
import { lensFeature, provideCodeLenses } from './lenses';
import { findServer, notFoundMessage, type Search } from './serverPath';
import { launchSettings, serverSettings, traces } from './settings';
import { MLIR, openSettings, type Status } from './status';
import { TraceChannel } from './trace';

const HOW_TO_INSTALL = 'https://github.com/shapels/shapels#readme';

export class Server {
  readonly #log: LogOutputChannel;
  readonly #trace: TraceChannel;
  readonly #show: (status: Status) => void;
  #client: LanguageClient | undefined;
  #path: string | undefined;
  #lastStep: Promise<void> = Promise.resolve();
  #notFoundShown = 0; // messages that no server was found

  constructor(log: LogOutputChannel, show: (status: Status) => void) {
    this.#log = log;
    this.#trace = new TraceChannel(log, traces());
    this.#show = show;
  }

  /** Starts the server that the settings name; stops the one that runs first. */
  restart(): Promise<void> {
    return this.#afterLastStep(async () => {
      await this.#stop();
      this.#start();
    });
  }

  /** The server that was started last. */
  get path(): string | undefined {
    return this.#path;
  }

  stop(): Promise<void> {
    return this.#afterLastStep(() => this.#stop());
  }

  /** The answer of the server that runs, or that is being started. */
  async ask<Answer>(method: string, params: object): Promise<Answer> {
    await this.#lastStep;
    if (!this.#client) throw new Error('The shapels server does not run.');
    return this.#client.sendRequest<Answer>(method, params);
  }

  /** Tells the running server what the settings are now. */
  async sendSettings(): Promise<void> {
    this.#trace.turn(traces());
    const client = this.#client;
    if (client?.state !== State.Starting && client?.state !== State.Running) return; // told when it starts
    // One that starts may have been told already what was true before: the client sends this as soon as it runs.
    const settings = { settings: { shapels: serverSettings() } };
    await client.sendNotification(DidChangeConfigurationNotification.type, settings).catch(() => {}); // it may not come up
  }

  dispose(): void {
    this.#trace.dispose();
  }

  // Starting and stopping never overlap, however fast the settings change.  A step that fails is its caller's concern,
  // and not that of the next one.
  #afterLastStep(step: () => Promise<void>): Promise<void> {
    const done = this.#lastStep.then(step);
    this.#lastStep = done.catch(() => {});
    return done;
  }

  #start(): void {
    const settings = launchSettings();
    if (!settings.enable) return this.#show({ state: 'disabled' });
    const search = findServer(settings.path, {
      workspaceFolders: workspace.workspaceFolders?.map((folder) => folder.uri.fsPath) ?? [],
      userHome: homedir(),
      env: process.env,
      packaged: join(__dirname, '..', 'server', 'bin', 'shapels'),
    });
    if (search.server === undefined) return this.#reportNotFound(settings.path, search);
    if (this.#notFoundShown) void commands.executeCommand('notifications.hideToasts'); // it no longer holds
    this.#log.info(`Starting ${[search.server, ...settings.arguments].join(' ')}`);
    this.#launch(search.server, settings.arguments);
  }

  #launch(command: string, args: string[]): void {
    const client = new LanguageClient('shapels', 'shapels', { command, args }, {
      documentSelector: MLIR,
      initializationOptions: serverSettings,
      initializationFailedHandler: () => false, // no message of its own beside the one about the failed start
      outputChannel: this.#log,
      traceOutputChannel: this.#trace.channel,
      uriConverters,
      middleware: { provideCodeLenses },
      stdioOptions: { stdout: logLines, stderr: logLines }, // a server's log, not its errors
    });
    client.registerFeature(lensFeature);
    this.#path = command;
    this.#restartOnlyWhatRan(client);
    this.#client = client;
    client.onDidChangeState(({ newState }) => this.#client === client && this.#showState(client, command, newState));
    void this.#run(client, command);
  }

  async #run(client: LanguageClient, command: string): Promise<void> {
    try {
      await client.start();
    } catch (error) {
      return this.#log.error(`${command} did not start: ${(error as Error).message}`); // the client tells the user
    }
    if (this.#client !== client) await client.stop().catch(() => {}); // given up before there was a process to kill
  }

  // A server that dies is started again by the client's own policy (not for ever).  One that never came up, or that
  // was given up while it came up, stays down.
  #restartOnlyWhatRan(client: LanguageClient): void {
    const policy = client.clientOptions.errorHandler!;
    client.clientOptions.errorHandler = {
      error: (...problem) => policy.error(...problem),
      closed: () => {
        const ran = this.#client === client && client.state === State.Running;
        return ran ? policy.closed() : { action: CloseAction.DoNotRestart, handled: true };
      },
    };
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client?.state === State.Starting) client.serverProcess?.kill();
    if (client?.state === State.Running) await client.stop().catch(() => {}); // one that does not answer is ended, and logged
    this.#show({ state: 'stopped' });
  }

  #showState(client: LanguageClient, server: string, state: State): void {
    if (state === State.Running) this.#show({ state: 'running', server, version: client.initializeResult?.serverInfo?.version });
    else if (state === State.Starting) this.#show({ state: 'starting', server });
    else this.#show({ state: 'stopped' });
  }

  #reportNotFound(setting: string, { tried }: Search): void {
    this.#show({ state: 'not found' });
    this.#log.error(`The server was not found. Tried:\n${tried.join('\n')}`);
    void this.#askForServer(notFoundMessage(setting, tried));
  }

  async #askForServer(message: string): Promise<void> {
    ++this.#notFoundShown;
    const choice = await window.showErrorMessage(message, 'Open Settings', 'How to Install');
    --this.#notFoundShown;
    if (choice === 'Open Settings') await openSettings();
    if (choice === 'How to Install') await env.openExternal(Uri.parse(HOW_TO_INSTALL));
  }
}

function logLines(stream: Readable, log: LogOutputChannel): void {
  createInterface(stream).on('line', (line) => log.info(line));
}

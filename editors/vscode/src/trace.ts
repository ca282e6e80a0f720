import { EventEmitter, LogLevel, type LogOutputChannel } from 'vscode';

/**
 * The channel that the language client writes its trace to.  The client traces only while that channel's log level is
 * Trace, so that `shapels.trace.server` alone would do nothing: this one's level follows the setting, and its messages
 * reach the log at the usual level.
 */
export class TraceChannel {
  readonly #levels = new EventEmitter<LogLevel>();
  readonly channel: LogOutputChannel;
  #level: LogLevel;

  constructor(log: LogOutputChannel, on: boolean) {
    this.#level = level(on);
    const current = () => this.#level;
    this.channel = {
      ...log,
      get logLevel() { return current(); },
      onDidChangeLogLevel: this.#levels.event,
      trace: (message, ...more) => log.info(message, ...more),
    };
  }

  turn(on: boolean): void {
    this.#level = level(on);
    this.#levels.fire(this.#level);
  }

  dispose(): void {
    this.#levels.dispose();
  }
}

function level(on: boolean): LogLevel {
  return on ? LogLevel.Trace : LogLevel.Info;
}

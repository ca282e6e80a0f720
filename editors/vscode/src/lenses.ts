// Code lenses: which of their commands there are here, and where they are shown.
import { workspace, type CodeLens } from 'vscode';
import type { ClientCapabilities, Middleware, StaticFeature } from 'vscode-languageclient/node';

const RUN = 'putIntoTerminal';

/** The commands `shapels.NAME`: the server offers no others. */
const COMMANDS = [RUN, 'showShapeFunction', 'showSymbolicSources', 'showPicture'];

/** Tells the server about them. */
export const lensFeature: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const shapels = Object.fromEntries(COMMANDS.map((name) => [name, true]));
    capabilities.experimental = { ...(capabilities.experimental as object), shapels };
  },
  initialize() {},
  getState: () => ({ kind: 'static' }),
  clear() {},
};

/** What is written into a terminal is offered in trusted workspaces only. */
export const provideCodeLenses: Middleware['provideCodeLenses'] = async (document, token, next) => {
  const lenses: CodeLens[] | null | undefined = await next(document, token);
  return workspace.isTrusted ? lenses : lenses?.filter(({ command }) => command?.command !== `shapels.${RUN}`);
};

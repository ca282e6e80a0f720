// Inlay hints hold still while the user types: they are asked for when the typing rests.
import type { CancellationToken, TextDocument } from 'vscode';
import type { InlayHintsMiddleware } from 'vscode-languageclient';

const REST_MS = 500;

/** The editor shows what it has until it has an answer, and cancels a request when the text changes again. */
export function whenTypingRests(): InlayHintsMiddleware {
  const answered = new WeakMap<TextDocument, number>(); // the versions
  return {
    async provideInlayHints(document, viewPort, token, next) {
      const version = document.version;
      if ((answered.get(document) ?? version) !== version && !(await rested(token))) return undefined;
      answered.set(document, version);
      return next(document, viewPort, token);
    },
  };
}

/** False if it was cancelled before. */
function rested(token: CancellationToken): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), REST_MS);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

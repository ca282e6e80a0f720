// When the extension asks for inlay hints (editors/vscode/src/inlayHints.ts).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

const extension = path.resolve(import.meta.dirname, '../../../editors/vscode');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-hints-'));
const module = path.join(root, 'inlayHints.mjs');
execFileSync(path.join(extension, 'node_modules/.bin/esbuild'), [path.join(extension, 'src/inlayHints.ts'), `--outfile=${module}`, '--log-level=error']);
const { whenTypingRests } = await import(module);
after(() => fs.rmSync(root, { recursive: true }));

// As VS Code does: it asks for each version that it comes to, and cancels what it asked before.
// `asked` has the versions that the server is asked about.
function editor({ mock }) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const middleware = whenTypingRests();
  const document = { version: 1 };
  const asked = [];
  let cancel = () => {};
  const request = () => {
    const token = { onCancellationRequested: (listener) => (cancel = listener) };
    return middleware.provideInlayHints(document, undefined, token, () => asked.push(document.version));
  };
  const type = () => {
    cancel();
    document.version += 1;
    return request();
  };
  return { asked, request, type, wait: (ms) => mock.timers.tick(ms) };
}

test('inlay hints are asked for at once where nothing was typed', async (t) => {
  const { asked, request } = editor(t);
  await request();
  await request(); // scrolled, or told to refresh
  assert.deepEqual(asked, [1, 1]);
});

test('inlay hints hold still while one types, and follow when that rests', async (t) => {
  const { asked, request, type, wait } = editor(t);
  await request();
  const given = [type()];
  wait(400);
  given.push(type());
  wait(400);
  assert.deepEqual(asked, [1]);
  wait(100);
  await Promise.all(given);
  assert.deepEqual(asked, [1, 3]);
  await request();
  assert.deepEqual(asked, [1, 3, 3]);
});

test('a cancelled request for inlay hints has no answer', async (t) => {
  const { request, type } = editor(t);
  await request();
  const cancelled = type();
  type();
  assert.equal(await cancelled, undefined);
});

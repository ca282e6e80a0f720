// Where the extension looks for the server (editors/vscode/src/serverPath.ts).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';

const extension = path.resolve(import.meta.dirname, '../../../editors/vscode');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'shapels-path-'));
const module = path.join(root, 'serverPath.mjs');
execFileSync(path.join(extension, 'node_modules/.bin/esbuild'), [path.join(extension, 'src/serverPath.ts'), `--outfile=${module}`, '--log-level=error']);
const { findServer, notFoundMessage } = await import(module);

const inRoot = (...parts) => path.join(root, ...parts);
const around = { workspaceFolders: [inRoot('one'), inRoot('two')], userHome: inRoot('home'), env: { PATH: `${inRoot('empty')}:${inRoot('bin')}`, BUILD: inRoot('build') }, packaged: inRoot('server', 'shapels') };
const find = (setting, changes = {}) => findServer(setting, { ...around, ...changes });

function program(...parts) {
  fs.mkdirSync(path.dirname(inRoot(...parts)), { recursive: true });
  fs.writeFileSync(inRoot(...parts), '#!/bin/sh\n', { mode: 0o755 });
}

before(() => {
  program('bin', 'shapels');
  program('bin', 'shapels-22');
  program('two', 'out', 'shapels');
  program('home', 'shapels');
  program('build', 'shapels');
  fs.writeFileSync(inRoot('build', 'text'), 'no program', { mode: 0o644 });
  fs.mkdirSync(inRoot('empty', 'shapels-folder'), { recursive: true });
});
after(() => fs.rmSync(root, { recursive: true }));

const found = [
  ['', ['bin', 'shapels']],
  ['   ', ['bin', 'shapels']],
  ['shapels-22', ['bin', 'shapels-22']],
  ['~/shapels', ['home', 'shapels']],
  ['${userHome}/shapels', ['home', 'shapels']],
  ['${env:BUILD}/shapels', ['build', 'shapels']],
  ['${workspaceFolder}/out/shapels', ['two', 'out', 'shapels']],
  ['out/shapels', ['two', 'out', 'shapels']],
  ['./out/shapels', ['two', 'out', 'shapels']],
  [inRoot('build', 'shapels'), ['build', 'shapels']],
];
test('the packaged server comes before PATH, and behind the setting', () => {
  const packaged = inRoot('bin', 'shapels-22');
  assert.equal(find('', { packaged }).server, packaged);
  assert.equal(find('shapels', { packaged }).server, inRoot('bin', 'shapels'));
});

for (const [setting, file] of found) {
  test(`"${setting.replace(root, '')}" finds ${file.join('/')}`, () => {
    const { server, tried } = find(setting);
    assert.equal(server, inRoot(...file));
    assert.equal(tried.at(-1), server);
  });
}

test('a name is looked up in every folder of PATH, in order', () => {
  assert.deepEqual(find('absent'), { server: undefined, tried: [inRoot('empty', 'absent'), inRoot('bin', 'absent')] });
});

test('${workspaceFolder} stands for each workspace folder in turn', () => {
  assert.deepEqual(find('${workspaceFolder}/absent').tried, [inRoot('one', 'absent'), inRoot('two', 'absent')]);
});

test('a path outside the workspace folders is tried once', () => {
  assert.deepEqual(find('/absent/shapels').tried, ['/absent/shapels']);
});

test('a tilde inside a path and an unknown variable stay as they are; an environment variable that is not set is empty', () => {
  assert.deepEqual(find('/a/~/${other}/${env:ABSENT}shapels').tried, ['/a/~/${other}/shapels']);
});

test('a folder, and a file that may not be executed, are no servers', () => {
  assert.equal(find('${env:BUILD}/text').server, undefined);
  assert.equal(find('shapels-folder').server, undefined);
});

test('without a workspace and without a PATH nothing is found, and nothing breaks', () => {
  assert.deepEqual(find('', { workspaceFolders: [], env: {} }), { server: undefined, tried: [] });
});

test('the message names what was tried', () => {
  const { tried } = find('${workspaceFolder}/absent');
  const message = notFoundMessage('${workspaceFolder}/absent', tried);
  for (const part of ['shapels.path', '${workspaceFolder}/absent', ...tried]) assert.ok(message.includes(part), message);
  assert.match(notFoundMessage('', find('', { env: { PATH: '/a:/b:/c' } }).tried), /no 'shapels' in any of the 3 folders on PATH/);
});

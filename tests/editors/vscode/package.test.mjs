// The package that users install, and its grammar.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const extension = path.resolve(import.meta.dirname, '../../../editors/vscode');
const read = (file) => fs.readFileSync(path.join(extension, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

test('shapels.vsix holds what the extension needs and nothing else', () => {
  const list = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
  const files = execFileSync('python3', ['-c', list, path.join(extension, 'shapels.vsix')], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(files.sort(), ['[Content_Types].xml', 'extension.vsixmanifest', 'extension/LICENSE.txt', 'extension/language-configuration.json',
    'extension/out/extension.js', 'extension/package.json',
    ...['boxes.js', 'dagre.min.js', 'drawing.js', 'layout.js', 'main.js', 'page.html', 'path.js', 'picture.css', 'side.js'].map((file) => `extension/picture/${file}`),
    'extension/readme.md', 'extension/shapels.schema.json', 'extension/syntaxes/mlir-shapes.tmLanguage.json', 'extension/syntaxes/mlir.tmLanguage.json',
    ...['check', 'errors', 'server', 'shapes'].map((step) => `extension/walkthrough/${step}.md`)]);
});

test('package-lock.json names no registry but the public one', () => {
  const hosts = [...read('package-lock.json').matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map(([, host]) => host);
  assert.deepEqual(hosts.filter((host) => host !== 'registry.npmjs.org'), []);
});

test('every setting has a default and a description, and the README names it', () => {
  for (const [name, setting] of Object.entries(manifest.contributes.configuration.properties)) {
    assert.notEqual(setting.default, undefined, name);
    assert.ok(setting.description ?? setting.markdownDescription, name);
    assert.ok(read('README.md').includes(`\`${name}\``), `README.md says nothing about ${name}`);
  }
});

test('the walkthrough shows files that are there, and runs commands that are', () => {
  const { walkthroughs, commands } = manifest.contributes;
  const own = commands.map(({ command }) => command);
  for (const step of walkthroughs[0].steps) {
    assert.ok(read(step.media.markdown).length > 80, step.id);
    for (const [, command] of step.description.matchAll(/command:(shapels\.\w+)/g)) assert.ok(own.includes(command), command);
  }
  assert.equal(walkthroughs[0].steps.length, 4);
});

test('a word of the editor is a name of MLIR, sigil included', () => {
  const words = new RegExp(JSON.parse(read('language-configuration.json')).wordPattern, 'g');
  const text = '%a-b.c#1 = arith.addi @f, ^bb0 #map !torch.int->%x$ -12 tensor';
  assert.deepEqual(text.match(words), ['%a-b.c', '#1', 'arith.addi', '@f', '^bb0', '#map', '!torch.int', '%x$', '-12', 'tensor']);
});

test('the grammar gives every token of grammar/*.mlir its scope', () => {
  const run = spawnSync('npm', ['test'], { cwd: extension, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  const files = fs.readdirSync(path.join(import.meta.dirname, 'grammar'));
  for (const file of files) assert.match(run.stdout, new RegExp(`✓ .*${file}`));
});

// What an editor shows of our files, asked of the language server that editors use. Usage: npm run test:editor
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from './language-server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dagweave-editor-'));
// As npm installs it: the modeline that `init` writes leads there.
mkdirSync(join(folder, 'node_modules/dagweave'), { recursive: true });
cpSync('dag-schemas', join(folder, 'node_modules/dagweave/dag-schemas'), { recursive: true });
const made = spawnSync(process.execPath, [resolve('dist/cli/main.cjs'), 'init'], { cwd: folder, encoding: 'utf8' });
assert.equal(made.status, 0, made.stderr);
const file = join(folder, '.dagweave/config.yaml');
const uri = pathToFileURL(file).href;
const settings = { yaml: { validate: true, hover: true, completion: true, schemaStore: { enable: false } } };
const server = startServer(settings);

await server.ask('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(folder).href,
  capabilities: { textDocument: { completion: { completionItem: { documentationFormat: ['markdown'] } }, hover: {} } },
});
server.tell('initialized', {});
server.tell('workspace/didChangeConfiguration', { settings });

let version = 0;
const first = readFileSync(file, 'utf8');
assert.deepEqual(await open(first), [], 'what `init` writes is right');
console.log('diagnostics: nothing about what `init` writes');

const wrong = first.replace('on_failure: continue', 'on_failure: ignore').replace('enabled: true', 'enabeld: true');
const found = (await open(wrong)).map(({ message }) => message).join('\n');
assert.match(found, /enabeld/);
assert.match(found, /abort.*continue.*retry/);
console.log('diagnostics: a misspelt key and a wrong value');

await open(first);
const hover = await at('textDocument/hover', 'on_failure: continue', 3);
assert.match(JSON.stringify(hover.contents), /gate.*Example/);
console.log('hover: description and example of `on_failure`');

const begun = first.replace(/ {8}on_failure: continue.*\n/, '        on_\n');
await open(begun);
const offered = await at('textDocument/completion', '        on_\n', '        on_'.length);
const keys = offered.items.map(({ label }) => label).filter((label) => label.startsWith('on_'));
assert.deepEqual(keys.sort(), ['on_failure', 'on_missing_anchor']);
assert.match(JSON.stringify(offered.items.find(({ label }) => label === 'on_failure').documentation), /gate/);
console.log('completion: keys that begin with on_');

await open(first.replace('type: shell', 'type: '));
const types = await at('textDocument/completion', 'type: \n', 'type: '.length);
assert.ok(types.items.some(({ label }) => label === 'quality_check'));
console.log('completion: types of steps');

server.end();
rmSync(folder, { recursive: true });

/** Opens the file with another text, and waits for what the server says of it. */
async function open(text) {
  version += 1;
  writeFileSync(file, text);
  const said = server.next(({ uri: of, version: which }) => of === uri && (which ?? version) === version);
  const document = { uri, languageId: 'yaml', version };
  if (version === 1) server.tell('textDocument/didOpen', { textDocument: { ...document, text } });
  else server.tell('textDocument/didChange', { textDocument: document, contentChanges: [{ text }] });
  return (await said).diagnostics;
}

function at(method, place, shift) {
  const text = readFileSync(file, 'utf8');
  const lines = text.slice(0, text.indexOf(place) + shift).split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1).length };
  return server.ask(method, { textDocument: { uri }, position });
}

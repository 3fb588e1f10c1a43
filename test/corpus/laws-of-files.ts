import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileInput, compile } from '../../src/compile.js';
import { createManifest, stripByManifest } from '../../src/manifest/manifest.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { asData } from './as-data.js';
import { variants } from './variants.js';

/**
 * Files of anybody, in any language that is read: `npm run laws -- FOLDER` puts hooks into all of them, a list of rules at once and each
 * alone, as they are and spelled in other ways. Prints how many take the whole list, why others do not, and which laws are broken.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run laws -- FOLDER');
  process.exit(2);
}

const optional = { type: 'shell', optional: true };
const rules = {
  pre_root: [{ ...optional, id: 'hello', command: 'echo hello' }],
  pre_task: [{ ...optional, id: 'lint', command: 'make lint' }],
  post_task: [
    { ...optional, id: 'gate', command: './gate {{task_id}}' },
    { ...optional, id: 'aside', command: './aside', await: false },
    {
      ...optional,
      id: 'ask',
      type: 'llm_eval',
      runner: 'claude',
      prompt: 'Is {{task_id}} done?\n"yes" or \'no\', $HOME',
    },
  ],
  post_roots: [{ ...optional, id: 'ready', command: 'echo ready' }],
  final: [
    { ...optional, id: 'bye', command: 'echo bye' },
    { ...optional, id: 'clean', command: './clean', run: 'always' },
  ],
};
const alone = Object.entries(rules).map(([point, list]) => ({ [point]: list }));

const refusals = new Map<string, number>();
const broken: string[] = [];
const files = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => /\.(?:ya?ml|json)$/.test(path));
let taken = 0;
for (const path of files.sort()) {
  const text = readFileSync(join(folder, path), 'utf8');
  const whole = refusalsOf(path, text, 'as written', rules);
  if (whole.length === 0) taken += 1;
  for (const code of whole) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  for (const injections of alone) refusalsOf(path, text, 'as written', injections);
  for (const [name, write] of Object.entries(variants)) {
    const written = name === 'as written' || name.startsWith('JSON') ? undefined : writtenAs(write, text);
    if (written !== undefined) refusalsOf(path, written, name, rules);
  }
}
console.log(`${files.length} files, ${taken} take the whole list`);
for (const [code, count] of [...refusals].sort(([, a], [, b]) => b - a)) console.log(`  ${count} refused with ${code}`);
for (const line of broken) console.log(`  ${line}`);
console.log(`${broken.length} laws broken`);
if (broken.length > 0) process.exitCode = 1;

function writtenAs(write: (text: string) => string | undefined, text: string): string | undefined {
  try {
    return write(text);
  } catch {
    // What cannot be read cannot be written in another way.
    return undefined;
  }
}

/** The codes of errors, each once; notes which laws are broken where there is no error. */
function refusalsOf(path: string, text: string, variant: string, injections: object): readonly string[] {
  const name = `${path}, ${variant}, ${Object.keys(injections).join(' ')}`;
  try {
    const input = inputOf(path, text, injections);
    const result = compile(input);
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    if (result.ok) for (const law of lawsBrokenBy(input, text, result)) broken.push(`${name}: ${law}`);
    return [...new Set(errors)];
  } catch (fault) {
    broken.push(`${name}: ${fault instanceof Error ? fault.message.slice(0, 300) : 'a fault'}`);
    return [];
  }
}

function lawsBrokenBy(input: CompileInput, text: string, result: ReturnType<typeof compile>): readonly string[] {
  const output = result.outputs[0]!.text;
  const again = { ...input, workflow: result.outputs };
  const second = compile(again).outputs[0]?.text;
  const stripped = strip(again).outputs[0]!;
  const anew = compile({ ...input, workflow: [stripped] }).outputs[0]?.text;
  const manifest = createManifest(result, input.workflow, input.configuration);
  const before = stripByManifest(result.outputs, manifest, () => {})[0]?.text;
  const laws = {
    'a second run changes nothing': second === output,
    'what was written is what the rules say': verify(again).ok,
    'without the hooks it says what it said': stripped.text === text || asData(stripped.text) === asData(text),
    'the hooks come back': anew !== undefined && (anew === output || asData(anew) === asData(output)),
    'the manifest gives back every byte': before === text,
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

function inputOf(path: string, text: string, injections: object): CompileInput {
  return {
    workflow: [{ path: path.replaceAll('\\', '/'), text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}

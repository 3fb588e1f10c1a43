import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompileInput, compile } from '../../src/compile.js';
import { createManifest, stripByManifest } from '../../src/manifest/manifest.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { asData } from './as-data.js';
import { optionalRules as rules } from './optional-rules.js';
import { variants } from './variants.js';

/**
 * Files of anybody, in any language that is read: `npm run laws -- FOLDER` puts hooks into all of them, a list of rules at once and each
 * alone, as they are and spelled in other ways. Prints how many take the whole list, why others do not, and which laws are broken.
 * With `--together`, a `.gitlab-ci.yml` and all other files below its folder are compiled at once.
 */
const [folder, option] = process.argv.slice(2);
if (folder === undefined || (option !== undefined && option !== '--together')) {
  console.error('usage: npm run laws -- FOLDER [--together]');
  process.exit(2);
}

const alone = Object.entries(rules).map(([point, list]) => ({ [point]: list }));

const refusals = new Map<string, number>();
const broken: string[] = [];
const files = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => /\.(?:ya?ml|json)$/.test(path));
const sets = option === '--together' ? inProjects(files) : files.map((path) => [path]);
let taken = 0;
for (const set of sets) {
  const read = set.map((path): SourceFile => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const whole = refusalsOf(read, 'as written', rules);
  if (whole.length === 0) taken += 1;
  for (const code of whole) refusals.set(code, (refusals.get(code) ?? 0) + 1);
  for (const injections of alone) refusalsOf(read, 'as written', injections);
  for (const [name, write] of Object.entries(variants)) {
    if (name === 'as written' || name.startsWith('JSON')) continue;
    const written = read.map(({ path, text }) => ({ path, text: writtenAs(write, text) ?? text }));
    if (written.some(({ text }, at) => text !== read[at]!.text)) refusalsOf(written, name, rules);
  }
}
console.log(`${files.length} files, ${sets.length} ${option ? 'sets' : 'workflows'}, ${taken} take the whole list`);
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

/** The files below the folder of each pipeline; all others by themselves. */
function inProjects(paths: readonly string[]): readonly (readonly string[])[] {
  const starts = paths.flatMap((path) => /^(.*\/)?\.gitlab-ci\.ya?ml$/.exec(path)?.[1] ?? []);
  const projectOf = (path: string) => starts.findLast((start) => path.startsWith(start)) ?? path;
  const projects = new Map<string, string[]>();
  for (const path of paths) projects.set(projectOf(path), [...(projects.get(projectOf(path)) ?? []), path]);
  return [...projects.values()];
}

/** The codes of errors, each once; notes which laws are broken where there is no error. */
function refusalsOf(files: readonly SourceFile[], variant: string, injections: object): readonly string[] {
  const name = `${files[0]!.path}, ${variant}, ${Object.keys(injections).join(' ')}`;
  try {
    const input = inputOf(files, injections);
    const result = compile(input);
    const errors = result.diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    if (result.ok) for (const law of lawsBrokenBy(input, result)) broken.push(`${name}: ${law}`);
    return [...new Set(errors)];
  } catch (fault) {
    broken.push(`${name}: ${fault instanceof Error ? fault.message.slice(0, 300) : 'a fault'}`);
    return [];
  }
}

function lawsBrokenBy(input: CompileInput, result: ReturnType<typeof compile>): readonly string[] {
  const before = textsOf(input.workflow);
  const output = textsOf(result.outputs);
  const again = { ...input, workflow: result.outputs };
  const stripped = strip(again).outputs;
  const anew = textsOf(compile({ ...input, workflow: stripped }).outputs);
  const manifest = createManifest(result, input.workflow, input.configuration);
  const laws = {
    'a second run changes nothing': areEqual(textsOf(compile(again).outputs), output),
    'what was written is what the rules say': verify(again).ok,
    'without the hooks it says what it said': sayTheSame(textsOf(stripped), before),
    'the hooks come back': sayTheSame(anew, output),
    'the manifest gives back every byte': areEqual(
      textsOf(stripByManifest(result.outputs, manifest, () => {})),
      before,
    ),
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

function textsOf(files: readonly SourceFile[]): readonly string[] {
  return files.map(({ text }) => text);
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, at) => text === others[at]);
}

function sayTheSame(some: readonly string[], others: readonly string[]): boolean {
  return (
    some.length === others.length &&
    some.every((text, at) => text === others[at] || asData(text) === asData(others[at]!))
  );
}

function inputOf(files: readonly SourceFile[], injections: object): CompileInput {
  return {
    workflow: files.map(({ path, text }) => ({ path: path.replaceAll('\\', '/'), text })),
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { strip } from '../../src/strip.js';
import { lineEndAfter } from '../../src/text/lines.js';
import { parseYaml } from '../../src/text/yaml.js';
import { verify } from '../../src/verify.js';
import { optionalRules } from './optional-rules.js';

const include = '\ninclude: [ci/two.yml, /ci/three.yml]\n';
/** Real pipelines of one file, cut into three that make the same pipeline. */
const folder = join(import.meta.dirname, 'gitlab-ci');
const cut = readdirSync(folder)
  .sort()
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const files = inThree(text);
    return files ? [{ name, text, files }] : [];
  });

const logs = { type: 'shell', optional: true, id: 'logs', command: './logs', run: 'always', on_failure: 'continue' };
const rules = { ...optionalRules, post_task: [...optionalRules.post_task, logs] };

test('enough pipelines can be cut', () => {
  expect(cut.length).toBeGreaterThanOrEqual(15);
});

describe.each(cut)('$name', ({ text, files }) => {
  test('gets the hooks in three files that it gets in one', () => {
    const one = compile(inputOf([{ path: '.gitlab-ci.yml', text }]));
    const three = compile(inputOf(files));
    expect(codesOf(three)).toEqual(codesOf(one));
    expect(three.ok).toBe(one.ok);
    if (!one.ok) return;
    expect(linesOf(three.outputs)).toEqual(linesOf(one.outputs));
    const again = { ...inputOf(files), workflow: three.outputs };
    expect(compile(again).outputs).toEqual(three.outputs);
    expect(verify(again).ok).toBe(true);
    expect(strip(again).outputs).toEqual(files);
  });
});

/** `undefined` where it has too few jobs, or one piece of text is in several of them. */
function inThree(text: string): readonly SourceFile[] | undefined {
  const documents = parseYaml(text);
  const root = documents[0]?.root;
  if (documents.length > 1 || root?.kind !== 'map' || root.flow || /[*]\w|^include:/m.test(text)) return undefined;
  const ends = root.pairs.map(({ value }) => lineEndAfter(text, value.end));
  const [first, second] = [Math.ceil(ends.length / 2), Math.ceil((ends.length * 3) / 4)];
  if (second <= first || second >= ends.length) return undefined;
  const [from, to] = [ends[first - 1]!, ends[second - 1]!];
  return [
    { path: '.gitlab-ci.yml', text: text.slice(0, from) + include },
    { path: 'ci/three.yml', text: text.slice(to) },
    { path: 'ci/two.yml', text: text.slice(from, to) },
  ];
}

/** In the order of the pipeline, without what is there for the cut alone, and without blank lines. */
function linesOf(outputs: readonly SourceFile[]): readonly string[] {
  const order = ['.gitlab-ci.yml', 'ci/two.yml', 'ci/three.yml'];
  const sorted = [...outputs].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  const text = sorted.map((file) => file.text.replace(include, '\n')).join('');
  return text.split('\n').filter((line) => line.trim() !== '');
}

function codesOf({ diagnostics }: ReturnType<typeof compile>): readonly string[] {
  return diagnostics.map(({ code }) => code).sort();
}

function inputOf(workflow: readonly SourceFile[]): CompileInput {
  const text = JSON.stringify({ hooks: { enabled: true, injections: rules } });
  return {
    workflow,
    configuration: [{ layer: 'project', path: 'hooks.json', text }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}

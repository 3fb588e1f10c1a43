import { expect, test } from 'vitest';
import { type CompileInput, type CompileResult, compile } from '../../src/compile.js';
import { splitStream } from '../../src/text/yaml-stream.js';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { isOfShapes } from './agree.js';
import { hooksEverywhere } from './hooks-everywhere.js';

test.skipIf(corpusMissing).each([
  ['v1', '1.30'],
  ['v2', '2.14'],
])(
  `real documents of %s as one of three tasks come out as in full${corpusMissing ?? ''}`,
  { timeout: 120_000 },
  (folder, version) => {
    const differing: string[] = [];
    let byShape = 0;
    for (const [name, document] of documentsOf(folder)) {
      const [result, inFull] = [true, false].map((way) => compile(asTask(document, version, way)));
      if (isOfShapes(result!)) byShape += 1;
      const part = parts.find((one) => JSON.stringify(result![one]) !== JSON.stringify(inFull![one]));
      if (part) differing.push(`${name}: ${part}`);
    }
    expect(differing).toEqual([]);
    expect(byShape).toBeGreaterThan(50);
  },
);

const parts = ['ok', 'outputs', 'diagnostics', 'summary', 'edits'] satisfies readonly (keyof CompileResult)[];

/** Each with a name for messages. */
function documentsOf(folder: string): readonly (readonly [string, string])[] {
  return corpusFiles(folders.find(({ name }) => name === folder)!).flatMap(({ name, text }) =>
    splitStream(text).map(({ start, end }, at) => {
      const document = text
        .slice(start, end)
        .replace(/^---.*\n/, '')
        .replace(/\n\.\.\.\s*$/, '\n')
        .replace(/\n?$/, '\n');
      return [`${name}, document ${at + 1}`, document] as const;
    }),
  );
}

function asTask(document: string, targetVersion: string, byShape: boolean): CompileInput {
  const named = /^name:/m.test(document) ? document.replace(/^name:.*$/m, 'name: T2') : `name: T2\n${document}`;
  const text = [root, plainTask('T1'), named, plainTask('T3')].join('---\n');
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: hooksEverywhere }) }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { byShape, targetVersion },
  };
}

const root =
  'name: root\ntype: graph\nsteps:\n  - {name: a, call: T1}\n  - {name: b, call: T2}\n  - {name: c, call: T3}\n';

function plainTask(name: string): string {
  return `name: ${name}\nsteps:\n  - name: build\n    command: make ${name}\n`;
}

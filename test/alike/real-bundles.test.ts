import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { corpusFiles, corpusMissing, folders } from '../corpus/files.js';
import { isOfShapes } from './agree.js';

const rules = {
  hooks: {
    enabled: true,
    injections: {
      pre_root: [{ id: 'begin', type: 'shell', command: './begin {{spec_id}}' }],
      pre_task: [{ id: 'lint', type: 'shell', command: 'lint {{worktree_path}} {{branch_name}}', tasks: ['*'] }],
      post_task: [{ id: 'review', type: 'llm_eval', prompt: 'Is {{task_id}} good?', tasks: ['*'] }],
    },
  },
};

test.skipIf(corpusMissing)(
  `bundles that a tool wrote go document by document${corpusMissing ?? ''}`,
  { timeout: 60_000 },
  () => {
    const bundles = corpusFiles(folders.find(({ name }) => name === 'arborist')!).filter(({ text }) =>
      text.includes('\n---'),
    );
    const others = bundles.filter(({ name, text }) => !bothWays(name, text));
    expect([bundles.length > 30, others.map(({ name }) => name)]).toEqual([true, []]);
  },
);

describe('the environment of tasks may be written in any way', () => {
  test.each([
    ['a list', '\n  - ARBORIST_WORKTREE=/srv/NAME\n  - OWN=x'],
    ['a list of maps', '\n  - ARBORIST_WORKTREE: /srv/NAME\n  - OWN: x'],
    ['a list in brackets', ' [ARBORIST_WORKTREE=/srv/NAME,\n  "OWN=\\"x\\""]'],
    ['a map', '\n  ARBORIST_WORKTREE: /srv/NAME\n  OWN: ""'],
    ['a map in brackets', ' {ARBORIST_WORKTREE: "/srv/NAME", OWN: "a\\tb"}'],
    ['without anything in it', ' []'],
  ])('%s', (_, env) => {
    expect(bothWays('flow.yaml', bundleWith(env))).toBe(true);
  });

  test('a folder that holds the name of another task is written as it is', () => {
    const ofOther = bundleWith('\n  - ARBORIST_WORKTREE=/srv/T1');
    const { outputs } = compile(input('flow.yaml', ofOther, true));
    expect(outputs[0]!.text.match(/lint \/srv\/\w+/g)).toEqual(['lint /srv/T1', 'lint /srv/T1', 'lint /srv/T1']);
    expect(bothWays('flow.yaml', ofOther)).toBe(true);
  });

  test('the name of a manifest goes without its ending, also where that is the end of the name of a task', () => {
    const manifests = bundleWith('\n  - ARBORIST_MANIFEST=specs/NAME').replaceAll(/\bT(\d)\b/g, 't.$1.json');
    expect(bothWays('flow.yaml', manifests)).toBe(true);
  });

  test('a variable of Arborist whose value is not read sends the file the other way', () => {
    const { outputs } = compile(input('flow.yaml', bundleWith(' {ARBORIST_WORKTREE: "/srv/\\u0041"}'), true));
    expect(outputs[0]!.text).toContain('lint /srv/A');
  });
});

/** Is the file compiled document by document? What comes of it has to be what comes of it in full. */
function bothWays(path: string, text: string): boolean {
  const [result, inFull] = [true, false].map((byShape) => compile(input(path, text, byShape)));
  expect(result!.ok).toBe(true);
  for (const part of ['outputs', 'diagnostics', 'summary', 'edits'] as const)
    expect(result![part], `${path}: ${part}`).toEqual(inFull![part]);
  return isOfShapes(result!);
}

function input(path: string, text: string, byShape: boolean) {
  return {
    workflow: [{ path, text }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify(rules) }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion: '1.30', byShape },
  };
}

/** Three tasks; NAME in their environment is their name. */
function bundleWith(env: string): string {
  const tasks = ['T1', 'T2', 'T3'];
  const calls = tasks.map((name) => `  - name: c-${name}\n    call: ${name}\n`);
  const bodies = tasks.map(
    (name) => `---\nname: ${name}\nenv:${env.replaceAll('NAME', name)}\nsteps:\n  - name: run\n    command: make\n`,
  );
  return `name: flow\nenv: [ARBORIST_SPEC_ID=flow]\nsteps:\n${calls.join('')}${bodies.join('')}`;
}

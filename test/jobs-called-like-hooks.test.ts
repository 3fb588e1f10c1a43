import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { strip } from '../src/strip.js';
import { verify } from '../src/verify.js';
import { inputOf } from './there-and-back.js';

const rules = {
  hooks: { enabled: true, injections: { pre_root: [{ id: 'scan', type: 'shell', command: './scan' }] } },
};

interface Case {
  readonly own: string;
  readonly free: string;
  readonly edits: readonly (readonly [string | RegExp, string])[];
}

const engines: Readonly<Record<string, Case>> = {
  'GitHub Actions': {
    own: 'on: push\njobs:\n  hook-scan:\n    runs-on: a\n    steps:\n      - run: ./my-scan\n  build:\n    needs: hook-scan\n    runs-on: a\n    steps:\n      - run: make\n',
    free: 'on: push\njobs:\n  build:\n    runs-on: a\n    steps:\n      - run: make\n',
    edits: [
      ['name: hook scan', 'name: Scan of ours'],
      [/ *name: hook scan\n/, ''],
      ['run: ./scan', 'run: "true"'],
    ],
  },
  'GitLab CI': {
    own: 'hook-scan:\n  script:\n    - ./my-scan\nbuild:\n  needs: [hook-scan]\n  script: [make]\n',
    free: 'build:\n  needs: []\n  script: [make]\n',
    edits: [
      ['# hook-scan\n', '# Scan of ours\n'],
      [/script: \|-\n.*\n.*\n/, 'script: [./scan]\n'],
      ['./scan', 'true'],
    ],
  },
};

describe.each(Object.entries(engines))('%s', (_engine, { own, free, edits }) => {
  test('a job of the workflow that is called like a hook stays, beside the hook', () => {
    const first = compile(inputOf(own, rules, undefined));
    expect(first.ok).toBe(true);
    const { text } = first.outputs[0]!;
    expect(text).toContain('./my-scan');
    expect(text).toMatch(/hook-scan-[0-9a-f]{8}:/);
    expect(compile(inputOf(text, rules, undefined)).outputs[0]!.text).toBe(text);
    expect(strip(inputOf(text, rules, undefined)).outputs[0]!.text).toBe(own);
  });

  test.each(
    edits,
  )('the job of a hook that was edited by hand is an error, and --force writes it anew: %s', (from, to) => {
    const { text } = compile(inputOf(free, rules, undefined)).outputs[0]!;
    const edited = inputOf(text.replace(from, to), rules, undefined);
    expect(edited.workflow[0]!.text).not.toBe(text);
    const codes = (result: { readonly diagnostics: readonly { readonly code: string; readonly severity: string }[] }) =>
      result.diagnostics.flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));
    expect(codes(compile(edited))).toEqual(['DW701']);
    expect(codes(verify(edited))).toContain('DW704');
    expect(compile({ ...edited, options: { force: true } }).outputs[0]!.text).toBe(text);
    expect(strip({ ...edited, options: { force: true } }).outputs[0]!.text).toBe(free);
  });

  test.each(
    edits.slice(-1),
  )('the job of a hook without a mark that was edited by hand stays, and has hooks like any other: %s', (from, to) => {
    const scan = { type: 'shell', command: './scan' };
    const injections = { pre_root: [{ ...scan, id: 'scan' }], post_task: [{ ...scan, id: 'done' }] };
    const silent = { hooks: { enabled: true, marks: false, tasks_are: 'nodes', injections } };
    const edited = compile(inputOf(free.replace('  needs: []\n', ''), silent, undefined)).outputs[0]!.text.replace(
      from,
      to,
    );
    const once = compile(inputOf(edited, silent, undefined)).outputs[0]!.text;
    expect(once).toContain('hook-done-hook-scan');
    expect(compile(inputOf(once, silent, undefined)).outputs[0]!.text).toBe(once);
    expect(strip(inputOf(once, silent, undefined)).outputs[0]!.text).toContain(to);
  });
});

describe('a job that holds nothing but hooks', () => {
  const gate = {
    hooks: { enabled: true, injections: { pre_task: [{ id: 'scan', type: 'shell', command: './scan' }] } },
  };

  test.each([
    ['GitHub Actions', 'on: push\njobs:\n  t:\n    runs-on: x\n    steps:\n      - run: ./own\n', /\n *- run: .\/own/],
    ['GitLab CI', 't:\n  script:\n    - ./own\nu:\n  script: [make]\n', /\n *- .\/own/],
    // Without marks, what the rules demand there is known for hooks.
    [
      'GitHub Actions, without marks',
      'on: push\njobs:\n  t:\n    runs-on: x\n    steps:\n      - run: ./own\n',
      /\n *- run: .\/own|\n *# dagweave.*/g,
    ],
  ])('has lost its own work, which is an error: %s', (_, text, own) => {
    const left = inputOf(compile(inputOf(text, gate, undefined)).outputs[0]!.text.replace(own, ''), gate, undefined);
    for (const found of [compile(left), strip(left), verify(left)])
      expect(found.diagnostics.map((one) => one.code)).toEqual(['DW714']);
  });

  test('has work of its own, if that is only called like a hook', () => {
    const text = 'on: push\njobs:\n  t:\n    runs-on: x\n    steps:\n      - id: hook-scan\n        run: ./own\n';
    const once = compile(inputOf(text, gate, undefined)).outputs[0]!.text;
    expect(once).toContain('run: ./own');
    expect(compile(inputOf(once, gate, undefined)).outputs[0]!.text).toBe(once);
    expect(strip(inputOf(once, gate, undefined)).outputs[0]!.text).toBe(text);
  });
});

test('a hook that asks for another one, which was edited and has no mark, is found again', () => {
  const text = 'on: push\njobs:\n  call:\n    uses: ./.github/workflows/call.yml\n    if: ${{ !cancelled() }}\n';
  const silent = {
    hooks: {
      enabled: true,
      marks: false,
      injections: { pre_task: [{ id: 'scan', type: 'shell', command: './scan' }] },
    },
  };
  const edited = compile(inputOf(text, silent, undefined)).outputs[0]!.text.replace('./scan', './scan --all');
  const once = compile(inputOf(edited, silent, undefined));
  expect(once.diagnostics.map(({ code }) => code)).toContain('DW715');
  expect(once.outputs[0]!.text).toMatch(/hook-scan-call-[0-9a-f]{8}:/);
  expect(compile(inputOf(once.outputs[0]!.text, silent, undefined)).outputs[0]!.text).toBe(once.outputs[0]!.text);
  expect(strip(inputOf(once.outputs[0]!.text, silent, undefined)).outputs[0]!.text).toBe(edited);
});

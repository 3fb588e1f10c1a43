import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CompileInput, compile } from '../../../src/compile.js';
import type { Format } from '../../../src/formats/format.js';
import { formats } from '../../../src/formats/index.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { seed } from '../../seed.js';
import { toy } from './toy.js';

const example = `# A comment on top
engine: toy
jobs:
  fetch:
    steps:
      - run: git pull # now
  build:
    after: fetch
    steps:
      - name: compile
        run: make
      - run: make test
    # of the build
  publish: {after: [build], steps: [{run: ./publish}]}
`;

const rules = {
  pre_root: [{ type: 'shell', name: 'hello', command: 'echo hello' }],
  pre_task: [{ type: 'shell', name: 'lint', command: 'make lint', tasks: ['build'] }],
  post_task: [{ type: 'shell', name: 'log', command: "echo it's done", await: false, tasks: ['build', 'publish'] }],
  post_roots: [{ type: 'shell', name: 'ready', command: 'echo ready' }],
  final: [{ type: 'shell', name: 'tell', command: 'echo all' }],
};

test('hooks of all points are in jobs, and around them, as the format writes them', () => {
  const { outputs, diagnostics } = compile(inputOf(example, rules));
  expect(diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message)).toEqual([]);
  expect(outputs[0]!.text.replace(/ [0-9a-f]{12}$/gm, '')).toMatchInlineSnapshot(`
    "# A comment on top
    engine: toy
    jobs:
      # dagweave: pre_root-hello
      hook-pre-root-hello:
        steps:
          - run: echo hello
      fetch:
        steps:
          - run: git pull # now
        after: [hook-pre-root-hello]
      # dagweave: post_roots-ready
      hook-post-roots-ready:
        after: [fetch]
        steps:
          - run: echo ready
      build:
        after: hook-post-roots-ready
        steps:
          # dagweave: pre_task-lint
          - name: hook-pre-task-lint
            run: make lint
          - name: compile
            run: make
          - run: make test
          # dagweave: post_task-log
          - name: hook-post-task-log
            run: ( echo it's done ) || true
        # of the build
      publish: {after: [build], steps: [{run: ./publish}, {name: hook-post-task-log, about: "dagweave: post_task-log 35754abf31b4", run: ( echo it's done ) || true}]}
      # dagweave: final-tell
      hook-final-tell:
        after: [publish]
        steps:
          - run: echo all
    "
  `);
});

test('a handler is refused in the words of the engine', () => {
  const { ok, diagnostics } = compile(
    inputOf(example, { final: [{ type: 'shell', command: 'echo', run: 'failure' }] }),
  );
  expect(ok).toBe(false);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toMatchInlineSnapshot(`
    [
      "DW601 rule final/shell runs in a handler of the engine (\`run: failure\`), but it runs nothing at the end of a run",
    ]
  `);
});

test('what an engine cannot leave running is refused where the list would wait for it', () => {
  const waiting: Format = {
    ...toy,
    open: (...given) =>
      toy
        .open(...given)
        .map((one) => ({ ...one, engine: { ...one.engine, can: { ...one.engine.can, background: false } } })),
  };
  const rule = { type: 'shell', command: 'echo', await: false, tasks: ['build'] };
  const codes = (format: Format) => {
    const { options, ...input } = inputOf(example, { pre_task: [rule] });
    return compile({ ...input, options: { ...options, formats: [format] } }).diagnostics.map(({ code }) => code);
  };
  expect(codes(toy)).not.toContain('DW408');
  expect(codes(waiting)).toContain('DW408');
});

test('a name that nothing has is reported in the words of the engine', () => {
  const { diagnostics } = compile(inputOf(example.replace('[build]', '[built]'), rules));
  expect(diagnostics.map(({ code, help }) => `${code} ${help}`)).toMatchInlineSnapshot(`
    [
      "DW207 Write \`build\`; \`apply --fix\` does it for you.",
    ]
  `);
});

interface Job {
  readonly name: string;
  /** Indexes of earlier jobs; `undefined` where nothing is written. */
  readonly after: readonly number[] | undefined;
  readonly steps: readonly string[];
  readonly style: 'block' | 'flow' | 'needs in lines' | 'one need' | 'needs last';
}

const jobLists: fc.Arbitrary<readonly Job[]> = fc
  .array(
    fc.record({
      after: fc.option(fc.array(fc.nat(50), { maxLength: 3 }), { nil: undefined }),
      steps: fc.array(fc.constantFrom('make', "echo 'a b'", 'echo "$HOME"', 'echo a, b', 'cat <x'), {
        minLength: 1,
        maxLength: 4,
      }),
      style: fc.constantFrom(
        'block' as const,
        'flow' as const,
        'needs in lines' as const,
        'one need' as const,
        'needs last' as const,
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map((one, index) => {
      const needs = one.after && [...new Set(one.after.map((need) => need % index))].sort((a, b) => a - b);
      const after = index === 0 ? undefined : needs;
      return { ...one, name: `job${index}`, after };
    }),
  );

const anyRules = fc.record(
  Object.fromEntries(
    ['pre_root', 'post_roots', 'pre_task', 'post_task', 'final'].map((point) => [
      point,
      fc.uniqueArray(
        fc.record({
          type: fc.constant('shell'),
          name: fc.constantFrom('lint', 'scan'),
          command: fc.constantFrom('make lint', 'echo one && echo two', 'echo one\necho two'),
          await: fc.boolean(),
          optional: fc.constant(true),
          order: fc.nat(3),
          ...(point.endsWith('task') ? { tasks: fc.constantFrom(['job*'], ['job1'], ['job2', 'job3']) } : {}),
        }),
        { maxLength: 2, selector: ({ name }) => name },
      ),
    ]),
  ),
);

const cases = fc.tuple(jobLists, anyRules, fc.boolean());
const bounded = { seed, numRuns: 150 };

test(`hooks go where they go in Dagu (seed ${seed})`, { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(jobLists, anyRules, (jobs, some) => {
      const here = compile(inputOf(toyText(jobs), some));
      const there = compile(inputOf(daguText(jobs), some, '2.15'));
      expect([here.ok, there.ok]).toEqual([true, true]);
      expect(placesIn(here)).toEqual(placesIn(there));
    }),
    bounded,
  );
});

test(`a second run changes nothing, and taking hooks out gives every byte back (seed ${seed})`, {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(cases, ([jobs, some, isWindows]) => {
      const text = isWindows ? toyText(jobs).replaceAll('\n', '\r\n') : toyText(jobs);
      const input = inputOf(text, some);
      const first = compile(input);
      expect(first.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const again = { ...input, workflow: first.outputs };
      expect(compile(again).outputs).toEqual(first.outputs);
      expect(verify(again).ok).toBe(true);
      const back = strip(again).outputs[0]!.text;
      expect(closureOf(jobsOf(back))).toEqual(closureOf(jobsOf(text)));
      // An empty list of our own is unknown from one that was there.
      if (jobs.every(({ after }) => after === undefined || after.length > 0)) expect(back).toBe(text);
    }),
    bounded,
  );
});

test(`jobs keep their order and their steps, and gates gate (seed ${seed})`, { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(cases, ([jobs, some]) => {
      const { outputs, workflows } = compile(inputOf(toyText(jobs), some));
      const after = jobsOf(outputs[0]!.text);
      const behind = closureOf(after);
      const before = jobsOf(toyText(jobs));
      const wanted = closureOf(before);
      for (const [name, job] of Object.entries(before)) {
        expect(after[name]!.steps.filter((step) => !step.name?.startsWith('hook-'))).toEqual(job.steps);
        for (const need of wanted.get(name)!) expect(behind.get(name)).toContain(need);
      }
      const gate = workflows[0]!.plan.dags.find(({ dag }) => dag === 0)?.nodes;
      const first = gate?.find(
        (node) => node.kind === 'injected' && node.injection.rule.point === 'pre_root' && node.injection.rule.await,
      );
      if (first?.kind === 'injected')
        for (const name of Object.keys(before)) expect(behind.get(name)).toContain(first.name);
    }),
    bounded,
  );
});

function inputOf(text: string, injections: object, targetVersion?: string): CompileInput {
  const named = Object.entries(injections).map(([point, list]) => {
    const entries = (list as readonly { readonly name?: string }[]).map(({ name, ...rule }) => ({
      ...rule,
      id: undefined,
      ...(name ? { id: `${point}-${name}` } : {}),
    }));
    return [point, entries] as const;
  });
  const hooks = { hooks: { enabled: true, injections: Object.fromEntries(named) } };
  return {
    workflow: [{ path: 'it.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(hooks) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { formats: [...formats, toy], targetVersion },
  };
}

function toyText(jobs: readonly Job[]): string {
  const lines = jobs.flatMap(({ name, after, steps, style }) => {
    const names = after?.map((need) => `job${need}`);
    const list = names && (style === 'one need' && names.length === 1 ? names[0] : `[${names.join(', ')}]`);
    if (style === 'flow') {
      const flow = steps.map((run) => `{run: ${JSON.stringify(run)}}`).join(', ');
      return [`  ${name}: {${list === undefined ? '' : `after: ${list}, `}steps: [${flow}]}`];
    }
    const inLines =
      style === 'needs in lines' && names?.length ? ['    after:', ...names.map((one) => `      - ${one}`)] : undefined;
    const needs = inLines ?? (list === undefined ? [] : [`    after: ${list}`]);
    const block = ['    steps:', ...steps.map((run) => `      - run: ${JSON.stringify(run)}`)];
    return [`  ${name}:`, ...(style === 'needs last' ? [...block, ...needs] : [...needs, ...block])];
  });
  return ['engine: toy', 'jobs:', ...lines, ''].join('\n');
}

/** The same jobs as calls of sub-DAGs that run their steps one after another. */
function daguText(jobs: readonly Job[]): string {
  const root = jobs.map(({ name, after }) => ({
    name,
    call: name,
    ...(after ? { depends: after.map((need) => `job${need}`) } : {}),
  }));
  const bodies = jobs.map(({ name, steps }) => ({ name, type: 'chain', steps: steps.map((run) => ({ run })) }));
  return [{ type: 'graph', steps: root }, ...bodies].map((document) => `${JSON.stringify(document)}\n`).join('---\n');
}

function placesIn({ workflows }: ReturnType<typeof compile>) {
  return workflows.flatMap(({ plan }) =>
    plan.dags.map(({ dag, nodes }) => [
      dag,
      nodes.map((node) => (node.kind === 'kept' ? [node.node, node.needs] : [node.name, node.needs, node.detached])),
    ]),
  );
}

type Jobs = Readonly<
  Record<string, { readonly after?: string | readonly string[]; readonly steps: readonly { readonly name?: string }[] }>
>;

function jobsOf(text: string): Jobs {
  return (parse(text) as { readonly jobs: Jobs }).jobs;
}

/** All jobs that each job waits for, directly or not. */
function closureOf(jobs: Jobs): ReadonlyMap<string, ReadonlySet<string>> {
  const closure = new Map<string, ReadonlySet<string>>();
  const of = (name: string): ReadonlySet<string> => {
    const known = closure.get(name);
    if (known) return known;
    const needs = [jobs[name]!.after ?? []].flat();
    const found = new Set(needs.flatMap((need) => [need, ...of(need)]));
    closure.set(name, found);
    return found;
  };
  Object.keys(jobs).forEach(of);
  return closure;
}

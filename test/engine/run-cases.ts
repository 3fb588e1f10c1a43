import type { Gate } from '../../src/model/picture.js';
import type { CommandEnd, HookKind, NodeEnd } from '../../src/model/run-table.js';
import { commandLine } from '../cli/command-line.js';
import type { OracleConfig, OracleDefinition, OracleRule } from '../oracle/rules.js';
import { type ProbeRule, probeRules } from './augment.js';

type CaseRule = Partial<OracleRule> & { readonly when?: string };

/** One sub-DAG with one hook: `before`, the hook, `behind`. */
export interface RunCase {
  readonly name: string;
  readonly shape: 'graph' | 'chain';
  readonly before: Before;
  readonly hook: HookCase;
}

interface Before {
  readonly outcome: NodeEnd;
  /** It says that others go on after this end. */
  readonly tolerant: boolean;
}

interface HookCase {
  /** What the rule is called after: its kind and how its command ends. */
  readonly step: string;
  readonly kind: HookKind;
  readonly rule: CaseRule;
  readonly end: CommandEnd;
  /** What it runs; without it, a probe that fails where the command is to fail. */
  readonly definition?: OracleDefinition;
}

const befores: readonly Before[] = [
  { outcome: 'success', tolerant: false },
  { outcome: 'success', tolerant: true },
  { outcome: 'failure', tolerant: false },
  { outcome: 'failure', tolerant: true },
  { outcome: 'skipped', tolerant: false },
  { outcome: 'skipped', tolerant: true },
  { outcome: 'aborted', tolerant: false },
  { outcome: 'aborted', tolerant: true },
];

// Conditions on what only the run knows, so that they stay in the step.
const holds = { when: "${PATH} != ''" };
const fails = { when: "${NO_SUCH_VARIABLE} != ''" };
const again = { retries: 1, retry_delay: 0 };

const rules: readonly (readonly [step: string, kind: Gate, rule: CaseRule])[] = [
  ['gate', 'gate', {}],
  ['again', 'gate', { on_failure: 'retry', ...again }],
  ['guarded', 'gate', holds],
  ['soft', 'awaited', { on_failure: 'continue' }],
  ['soft-again', 'awaited', { on_failure: 'continue', ...again }],
  ['soft-guarded', 'awaited', { on_failure: 'continue', ...holds }],
  ['aside', 'aside', { await: false }],
  ['aside-again', 'aside', { await: false, ...again }],
];

const probes = rules.flatMap(([step, kind, rule]): readonly HookCase[] => [
  { step: `${step}-passes`, kind, rule, end: 'success' },
  { step: `${step}-fails`, kind, rule, end: 'failure' },
  ...(rule.when || rule.retries
    ? []
    : [{ step: `${step}-left-out`, kind, rule: { ...rule, ...fails }, end: 'left_out' } as const]),
]);

/**
 * A child workflow is a step of the engine's own, which has no shell that could swallow its failure. Its time limit fails the run
 * whatever the step says, so one that must not do so is started by a command, which finds it in a file of its own.
 */
const spawns = rules.slice(0, -1).flatMap(([step, kind, rule]): readonly HookCase[] => {
  if (rule.when) return [];
  const child = (pipeline: string, probe: string): OracleDefinition => ({
    type: 'spawn',
    pipeline,
    inputs: { PROBE: `mark-${probe}`, TASK: '{{task_id}}' },
  });
  return [
    { step: `${step}-child-ok`, kind, rule, end: 'success', definition: child('good', `${step}-child-ok`) },
    { step: `${step}-child-bad`, kind, rule, end: 'failure', definition: child('bad', `${step}-child-bad`) },
    {
      step: `${step}-child-late`,
      kind,
      // Long enough for the child to begin on a machine with much to do.
      rule: { ...rule, timeout: 4 },
      end: 'failure',
      definition: child(kind === 'gate' ? 'slow' : 'beside', `${step}-child-late`),
    },
  ];
});

/** A command whose time is up has failed. */
const late = rules.flatMap(([step, kind, rule]): readonly HookCase[] => {
  if (rule.when || rule.retries) return [];
  const definition = { type: 'shell', command: `probe mark-${step}-late {{task_id}} sleep=20` };
  return [{ step: `${step}-late`, kind, rule: { ...rule, timeout: 1 }, end: 'failure', definition }];
});

/** Every kind of hook behind every end of a step, itself ending in every way. */
export const runCases: readonly RunCase[] = (['graph', 'chain'] as const).flatMap((shape) =>
  // In a line, a child workflow that nobody waits for is started by a command of ours, which is not installed here.
  [
    ...probes.filter(({ rule }) => shape === 'graph' || !rule.retries),
    ...(shape === 'graph' ? spawns : []),
    ...late,
  ].flatMap((hook) =>
    (hook.definition ? befores.slice(0, 1) : befores).map((before): RunCase => {
      const name = `${shape}-${hook.step}-${before.outcome}${before.tolerant ? '-on' : ''}`;
      // In a line, what is behind a hook waits for it, so that one starts in the background.
      const kind = shape === 'chain' && hook.kind === 'aside' ? 'background' : hook.kind;
      return { name, shape, before, hook: { ...hook, kind } };
    }),
  ),
);

/** A root that calls the sub-DAG of each case. */
export function caseWorkflow(cases: readonly RunCase[]): string {
  const calls = cases.map(({ name }) => `  - {name: c-${name}, call: ${name}}`);
  return ['type: graph', 'steps:', ...calls, ...cases.flatMap(caseDocument), ...children, ''].join('\n');
}

const child = (does: string) => [
  'params: {PROBE: "", TASK: ""}',
  'steps:',
  '  - name: work',
  `    command: probe \${PROBE} \${TASK}${does}`,
];

const children = [
  ['good', ''],
  ['bad', ' exit=1'],
  ['slow', ' sleep=20'],
].flatMap(([name, does]) => ['---', `name: ${name}`, ...child(does!)]);

/** The files beside it. */
export const besideCases: Readonly<Record<string, string>> = { 'beside.yaml': `${child(' sleep=20').join('\n')}\n` };

function caseDocument({ name, shape, before }: RunCase): readonly string[] {
  const { outcome, tolerant } = before;
  const needs = (step: string) => (shape === 'graph' ? [`    depends: [${step}]`] : []);
  const aborts = outcome === 'aborted';
  return [
    '---',
    `name: ${name}`,
    `type: ${shape}`,
    'steps:',
    ...(aborts ? ['  - name: broken', '    command: exit 1'] : []),
    '  - name: before',
    `    command: ${outcome === 'failure' ? 'exit 1' : '"true"'}`,
    ...(aborts ? needs('broken') : []),
    ...(outcome === 'skipped' ? ['    preconditions: [{condition: "false"}]'] : []),
    ...(tolerant ? ['    continueOn: {failure: true, skipped: true}'] : []),
    '  - name: behind',
    `    command: probe behind ${name}`,
    ...needs('before'),
  ];
}

/** One rule for all cases with the same hook. */
export function caseConfig(cases: readonly RunCase[]): OracleConfig {
  const bySteps = new Map<string, { readonly hook: HookCase; readonly tasks: string[] }>();
  for (const { name, hook } of cases) {
    const known = bySteps.get(hook.step) ?? { hook, tasks: [] };
    known.tasks.push(name);
    bySteps.set(hook.step, known);
  }
  const post_task = [...bySteps.values()].map(
    ({ hook, tasks }): ProbeRule => ({
      ...hook.rule,
      step: hook.step,
      after: 'before',
      tasks,
      does: hook.end === 'failure' ? 'exit=1' : '',
    }),
  );
  const { hooks } = probeRules({ post_task });
  const own = [...bySteps.values()].flatMap(({ hook }) =>
    hook.definition ? [[hook.step, hook.definition] as const] : [],
  );
  return {
    hooks: {
      ...hooks,
      runtime: commandLine,
      step_definitions: { ...hooks.step_definitions, ...Object.fromEntries(own) },
    },
  };
}

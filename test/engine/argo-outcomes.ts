import { compile } from '../../src/compile.js';
import { argoSimulator, type SimulatedRun, type SimulatorPlan } from './argo.js';

/** A small workflow whose tasks are pods. */
export interface OutcomeCase {
  readonly workflow: string;
  readonly tasks: readonly string[];
  readonly hooks: string;
}

export interface Outcome {
  readonly failing: readonly string[];
  readonly before: SimulatedRun;
  readonly after: SimulatedRun;
}

/** The text with its hooks. */
export function augmented({ workflow, hooks }: Pick<OutcomeCase, 'workflow' | 'hooks'>): string {
  const { ok, outputs, diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text: workflow }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return outputs[0]!.text;
}

/** Both workflows in the controller, while some of their pods fail. `undefined` where one came to no end. */
export function outcome(one: OutcomeCase, failing: readonly string[]): Outcome | undefined {
  const plan: SimulatorPlan = Object.fromEntries(failing.map((name) => [name, { fails: 99 }]));
  const run = (text: string) => argoSimulator.run({ path: 'workflow.yaml', text }, plan);
  const before = run(one.workflow);
  const after = run(augmented(one));
  const isOver = (found: SimulatedRun | undefined) => found !== undefined && !/Running|Pending/.test(found.phase);
  return isOver(before) && isOver(after) ? { failing, before: before!, after: after! } : undefined;
}

/** Where no hook failed, every task ends as it did, and so does the run. */
export function sameEnds({ tasks }: OutcomeCase, { before, after }: Outcome): readonly string[] {
  const ends = (run: SimulatedRun) => [...tasks.map((task) => `${task} ${run.nodes.get(task)}`), `run ${run.phase}`];
  const [was, is] = [ends(before), ends(after)];
  return is.flatMap((end, index) => (end === was[index] ? [] : [`${end} (was ${was[index]})`]));
}

/** All sets of a few names. */
export function subsets(names: readonly string[]): readonly (readonly string[])[] {
  const sets: string[][] = [[]];
  for (const name of names) sets.push(...sets.map((set) => [...set, name]));
  return sets;
}

export const outcomeCases: Readonly<Record<string, OutcomeCase>> = {
  'a diamond of dependencies': {
    tasks: ['a', 'b', 'c', 'd'],
    workflow: dag([
      '{name: a}',
      '{name: b, dependencies: [a]}',
      '{name: c, dependencies: [a]}',
      '{name: d, dependencies: [b, c]}',
    ]),
    hooks: rules(['b']),
  },
  'tasks that go on after a failure': {
    tasks: ['a', 'b', 'c'],
    workflow: dag([
      '{name: a, continueOn: {failed: true}}',
      '{name: b, dependencies: [a]}',
      '{name: c, dependencies: [b]}',
    ]),
    hooks: rules(['a', 'b']),
  },
  'a failure handler beside those behind a success': {
    tasks: ['deploy', 'mend', 'report'],
    workflow: dag([
      '{name: deploy}',
      '{name: mend, depends: deploy.Failed}',
      '{name: report, depends: deploy.Succeeded}',
    ]),
    hooks: rules(['deploy', 'mend']),
  },
  'a task behind either end': {
    tasks: ['a', 'b', 'c'],
    workflow: dag(['{name: a}', '{name: b}', '{name: c, depends: a.Succeeded || b.Failed}']),
    hooks: rules(['a', 'c']),
  },
  'a task that is skipped': {
    tasks: ['a', 'b', 'c'],
    workflow: dag(['{name: a, when: "1 == 2"}', '{name: b, depends: a}', '{name: c, depends: b && a.Skipped}']),
    hooks: rules(['a', 'b']),
  },
  'nothing but a failure handler': {
    tasks: ['a', 'mend'],
    workflow: dag(['{name: a}', '{name: mend, depends: a.Failed}']),
    hooks: rules(['a', 'mend']),
  },
  targets: {
    tasks: ['a', 'b', 'c'],
    workflow: dag(['{name: a}', '{name: b, dependencies: [a]}', '{name: c, dependencies: [a]}'], 'b'),
    hooks: rules(['b']),
  },
};

function dag(tasks: readonly string[], target?: string): string {
  const listed = tasks.map((task) => `          - ${task.slice(0, -1)}, template: work}`);
  return [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: Workflow',
    'metadata: {name: w}',
    'spec:',
    '  entrypoint: main',
    '  templates:',
    '    - name: main',
    '      dag:',
    ...(target ? [`        target: ${target}`] : []),
    '        tasks:',
    ...listed,
    '    - name: work',
    '      container: {image: busybox}',
    '',
  ].join('\n');
}

/** Hooks at all points, gates and others. */
function rules(tasks: readonly string[]): string {
  const at = `tasks: [${tasks.join(', ')}]`;
  return `hooks:
  enabled: true
  injections:
    pre_root: [{id: start, type: shell, command: ./start}]
    pre_task: [{id: ask, type: shell, command: ./ask, ${at}}]
    post_task:
      - {id: one, type: shell, command: ./one, ${at}}
      - {id: two, type: shell, command: ./two, ${at}}
      - {id: aside, type: shell, command: ./aside, ${at}, await: false}
    final: [{id: tell, type: shell, command: ./tell}]
`;
}

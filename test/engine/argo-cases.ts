/** A small workflow whose tasks are pods. */
export interface OutcomeCase {
  readonly workflow: string;
  /** Tasks that may fail. */
  readonly tasks: readonly string[];
  /** Those of them that may be skipped: `leftOut` names them in the text. */
  readonly skippable: readonly string[];
  /** What the engine calls a task where there are no hooks, if that is something else. */
  readonly calledBefore?: Readonly<Record<string, string>>;
  readonly hooks: string;
  /** Tasks that a hook holds up where it fails. */
  readonly gated: Readonly<Record<string, readonly string[]>>;
  /** Tasks that one holds up where it fails, and that may run where it does not run. */
  readonly held?: Readonly<Record<string, readonly string[]>>;
}

/** The text of a workflow in which some tasks are to be skipped. */
export function leftOut(text: string, skipped: readonly string[]): string {
  return text.replace('-nothing-', `-${skipped.map((name) => `${name}-`).join('')}`);
}

/** Those with a hook that runs only where they fail. */
export const tasksThatCry = ['b', 'd'];

/** For every end of each task, which only expressions can ask for, where none goes on after a failure. */
const endRules = `
      - {id: last, type: shell, command: ./last, run: always}
      - {id: cry, type: shell, command: ./cry, run: failure, on_failure: continue, tasks: [${tasksThatCry.join(', ')}]}`;

const handlerOfHandler: readonly Task[] = [
  { name: 'a' },
  { name: 'mend', depends: 'a.Failed' },
  { name: 'c', depends: 'mend.Failed' },
];

/** Small enough for the simulator, which comes to no end with more than `mostEvents`. */
export const outcomeCases: Readonly<Record<string, OutcomeCase>> = {
  'six tasks with dependencies': dag(
    [
      { name: 'a' },
      { name: 'b', dependencies: ['a'] },
      { name: 'c', dependencies: ['a'] },
      { name: 'd', dependencies: ['b', 'c'] },
      { name: 'e', dependencies: ['d'] },
      { name: 'f' },
    ],
    ['b', 'd'],
  ),
  'six tasks with expressions': dag(
    [
      { name: 'a' },
      { name: 'b', depends: 'a' },
      { name: 'c', depends: 'a.Succeeded' },
      { name: 'd', depends: 'b && c' },
      { name: 'e', depends: 'b.Failed' },
      { name: 'f', depends: 'd || e.Succeeded' },
    ],
    ['b', 'e'],
  ),
  'hooks for every end of tasks': dag(
    [
      { name: 'a' },
      { name: 'b', depends: 'a' },
      { name: 'c', depends: 'a.Succeeded' },
      { name: 'd', depends: 'b && c' },
      { name: 'e' },
    ],
    ['b'],
    { hasEnds: true },
  ),
  'tasks that go on after a failure': dag(
    [
      { name: 'a', continueOn: true },
      { name: 'b', dependencies: ['a'] },
      { name: 'c', dependencies: ['b'] },
      { name: 'd', continueOn: true },
    ],
    ['a', 'b', 'd'],
  ),
  'a failure handler beside those behind a success': dag(
    [{ name: 'deploy' }, { name: 'mend', depends: 'deploy.Failed' }, { name: 'report', depends: 'deploy.Succeeded' }],
    ['deploy', 'mend'],
  ),
  'a task behind either end': dag(
    [{ name: 'a' }, { name: 'b' }, { name: 'c', depends: 'a.Succeeded || b.Failed' }],
    ['a', 'c'],
  ),
  'a task that asks whether another was skipped': dag(
    [
      { name: 'a' },
      { name: 'b', depends: 'a' },
      { name: 'c', depends: 'b && a.Skipped' },
      { name: 'd', depends: 'b.Skipped || a.Failed' },
    ],
    ['a'],
  ),
  'a task that runs whatever became of another': dag(
    [{ name: 'a' }, { name: 'b', depends: 'a.Failed || a.Succeeded' }, { name: 'c' }],
    ['a', 'b'],
    { alsoGated: { 'hook-one-a': ['b'] } },
  ),
  'a failure handler beside a task that runs whatever became of another': dag(
    [{ name: 'a' }, { name: 'b', depends: 'a.Failed || a.Succeeded' }, { name: 'mend', depends: 'a.Failed' }],
    ['a'],
    { alsoGated: { 'hook-one-a': ['b'] } },
  ),
  'a task that asks for an end of one and of another': dag(
    [{ name: 'a' }, { name: 'b' }, { name: 'c', depends: '(a.Failed || a.Succeeded) && b.Failed' }],
    ['a'],
    { alsoGated: { 'hook-one-a': ['c'] } },
  ),
  'a task that runs where one of several items went well': dag(
    [
      { name: 'a', items: ['x', 'y'] },
      { name: 'b', depends: 'a.AnySucceeded' },
      { name: 'c', depends: 'a.AllFailed' },
    ],
    ['a', 'b'],
    { alsoGated: { 'hook-one-a': ['b'] } },
  ),
  'nothing but a failure handler': dag([{ name: 'a' }, { name: 'mend', depends: 'a.Failed' }], ['a', 'mend']),
  'a task behind a failure handler': dag(
    [{ name: 'a' }, { name: 'mend', depends: 'a.Failed' }, { name: 'c', depends: 'mend' }],
    ['a', 'mend'],
  ),
  'a task that asks for the failure of a failure handler': dag(handlerOfHandler, ['a', 'mend']),
  'hooks of a task that asks for the failure of a failure handler': dag(handlerOfHandler, ['mend', 'c']),
  'a task that asks whether a failure handler was skipped': dag(
    [{ name: 'a' }, { name: 'mend', depends: 'a.Failed' }, { name: 'c', depends: 'mend.Skipped' }],
    ['c'],
  ),
  'a task that runs whatever becomes of another, also where that is left out': dag(
    [{ name: 'a' }, { name: 'b', depends: 'a' }, { name: 'c', depends: '(b.Succeeded || b.Failed || b.Omitted)' }],
    ['b'],
    { held: { 'hook-start': ['c'], 'hook-ask-b': ['c'], 'hook-one-b': ['c'] } },
  ),
  'a task that may be skipped behind one that runs whatever becomes of others': dag(
    [
      { name: 'a' },
      { name: 'b', depends: 'a' },
      { name: 'c', depends: 'b || b.Failed || b.Omitted' },
      { name: 'd', depends: 'c' },
    ],
    ['a'],
    { held: { 'hook-start': ['c', 'd'], 'hook-ask-a': ['c', 'd'], 'hook-one-a': ['c', 'd'] } },
  ),
  'hooks of a task that runs whatever becomes of another': dag(
    [{ name: 'a' }, { name: 'b', depends: 'a' }, { name: 'c', depends: 'b || b.Failed || b.Omitted' }],
    ['a', 'c'],
    { held: { 'hook-start': ['c'], 'hook-ask-a': ['c'], 'hook-one-a': ['c'], 'hook-ask-c': ['c'] } },
  ),
  'a task that asks for the success of one and not of another': dag(
    [{ name: 'a' }, { name: 'b', depends: 'a' }, { name: 'c', depends: 'a.Succeeded && !b.Succeeded' }],
    ['b'],
    { held: { 'hook-start': ['c'], 'hook-ask-b': ['c'] } },
  ),
  'a task behind two that may be left out': dag(
    [
      { name: 'a' },
      { name: 'b', depends: 'a' },
      { name: 'c', depends: 'b' },
      { name: 'd', depends: '(a.Failed || a) && (c || c.Failed || c.Omitted)' },
    ],
    ['a', 'b'],
    {
      held: { 'hook-start': ['d'], 'hook-ask-a': ['d'], 'hook-one-a': ['d'], 'hook-ask-b': ['d'], 'hook-one-b': ['d'] },
    },
  ),
  targets: dag([{ name: 'a' }, { name: 'b', dependencies: ['a'] }, { name: 'c', dependencies: ['a'] }], ['b'], {
    setting: 'target: c b',
  }),
  'tasks that do not end the others': dag(
    [{ name: 'a' }, { name: 'b' }, { name: 'c', dependencies: ['a'] }, { name: 'd', dependencies: ['b'] }],
    ['a', 'd'],
    { setting: 'failFast: false' },
  ),
  'lists of steps': steps([['a'], ['b', 'c'], ['d']], ['a', 'b']),
  'a container that a run begins with': {
    tasks: ['main'],
    skippable: [],
    calledBefore: { main: 'w' },
    workflow: workflow(['    - name: main', '      container: {image: busybox}']),
    hooks: rules(['main']),
    gated: { 'hook-start': ['main'], 'hook-ask-main': ['main'] },
  },
  'an exit handler, templates called twice, and of elsewhere': {
    tasks: ['a', 'b', 'c', 'own'],
    skippable: ['b'],
    workflow: [
      ...workflow([
        '    - name: main',
        '      dag:',
        '        tasks:',
        '          - {name: one, template: inner}',
        `          - {name: two, templateRef: {name: library, template: work}, dependencies: [one], ${when('b')}}`,
        '          - {name: three, inline: {container: {image: busybox}}, dependencies: [two]}',
        '    - name: inner',
        '      steps:',
        '        - - {name: a, template: work}',
        '    - name: work',
        '      container: {image: busybox}',
        '    - name: own',
        '      container: {image: busybox}',
      ])
        .replace('  templates:', '  onExit: own\n  templates:')
        .split('\n'),
      '---',
      'apiVersion: argoproj.io/v1alpha1',
      'kind: WorkflowTemplate',
      'metadata: {name: library}',
      'spec: {templates: [{name: work, container: {image: busybox}}]}',
      '',
    ].join('\n'),
    hooks: rules(['one', 'two', 'three']),
    gated: { 'hook-start': ['a', 'two', 'three'], 'hook-ask-one': ['a', 'two', 'three'], 'hook-one-two': ['three'] },
  },
};

interface Task {
  readonly name: string;
  readonly dependencies?: readonly string[];
  readonly depends?: string;
  readonly continueOn?: true;
  /** It runs once for each of them. */
  readonly items?: readonly string[];
}

/**
 * @param hooked tasks with hooks of their own
 * @param alsoGated tasks that a hook holds up, beside those that ask for nothing but success
 */
function dag(
  tasks: readonly Task[],
  hooked: readonly string[],
  {
    setting,
    hasEnds = false,
    alsoGated = {},
    held,
  }: {
    readonly setting?: string;
    readonly hasEnds?: boolean;
    readonly alsoGated?: Readonly<Record<string, readonly string[]>>;
    readonly held?: OutcomeCase['held'];
  } = {},
): OutcomeCase {
  const listed = tasks.map(({ name, dependencies, depends, continueOn, items }) =>
    [
      `          - {name: ${name}, template: work, ${when(name)}`,
      ...(dependencies ? [`dependencies: [${dependencies.join(', ')}]`] : []),
      ...(depends === undefined ? [] : [`depends: "${depends}"`]),
      ...(items ? [`withItems: [${items.join(', ')}]`] : []),
      `${continueOn ? 'continueOn: {failed: true}' : 'arguments: {}'}}`,
    ].join(', '),
  );
  const needs = (name: string) =>
    tasks.filter(
      ({ dependencies, depends }) =>
        dependencies?.includes(name) || (/^[a-z &]+$/.test(depends ?? '') && depends!.split(' && ').includes(name)),
    );
  const behind = hooked.map((name) => [`hook-one-${name}`, needs(name).map((task) => task.name)] as const);
  const before = hooked.map((name) => [`hook-ask-${name}`, [name]] as const);
  return {
    tasks: tasks.flatMap(({ name, items }) => items?.map((item, index) => `${name}(${index}:${item})`) ?? [name]),
    skippable: tasks.flatMap(({ name, items }) => (items ? [] : [name])),
    workflow: workflow([
      '    - name: main',
      '      dag:',
      ...(setting === undefined ? [] : [`        ${setting}`]),
      '        tasks:',
      ...listed,
      '    - name: work',
      '      container: {image: busybox}',
    ]),
    hooks: rules(hooked, hasEnds ? endRules : ''),
    gated: { ...Object.fromEntries([...before, ...behind]), ...alsoGated },
    ...(held ? { held } : {}),
  };
}

function steps(groups: readonly (readonly string[])[], hooked: readonly string[]): OutcomeCase {
  const names = groups.flat();
  const listed = groups.flatMap((group) =>
    group.map((name, index) => `        ${index === 0 ? '- ' : '  '}- {name: ${name}, template: work, ${when(name)}}`),
  );
  return {
    tasks: names,
    skippable: names,
    workflow: workflow([
      '    - name: main',
      '      steps:',
      ...listed,
      '    - name: work',
      '      container: {image: busybox}',
    ]),
    hooks: rules(hooked),
    gated: { 'hook-start': names, ...Object.fromEntries(hooked.map((name) => [`hook-ask-${name}`, [name]])) },
  };
}

function when(name: string): string {
  return `when: "'{{workflow.parameters.left-out}}' !~ '-${name}-'"`;
}

function workflow(templates: readonly string[]): string {
  return [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: Workflow',
    'metadata: {name: w}',
    'spec:',
    '  entrypoint: main',
    '  arguments: {parameters: [{name: left-out, value: "-nothing-"}]}',
    '  templates:',
    ...templates,
    '',
  ].join('\n');
}

/** Hooks at all points, gates and others. */
function rules(tasks: readonly string[], ofEnds = ''): string {
  const at = `tasks: [${tasks.join(', ')}]`;
  return `hooks:
  enabled: true
  injections:
    pre_root: [{id: start, type: shell, command: ./start}]
    pre_task: [{id: ask, type: shell, command: ./ask, ${at}}]
    post_task:
      - {id: one, type: shell, command: ./one, ${at}}
      - {id: two, type: shell, command: ./two, ${at}, on_failure: continue}
      - {id: aside, type: shell, command: ./aside, ${at}, await: false}${ofEnds}
    final:
      - {id: tell, type: shell, command: ./tell}
      - {id: tidy, type: shell, command: ./tidy, run: always}
      - {id: alarm, type: shell, command: ./alarm, run: failure}
`;
}

import { createRandom, type Random } from '../random.js';
import { type Layout, oneFile, severalFiles } from './layout.js';
import { inOtherForm } from './other-forms.js';

/** A workflow of many tasks that look alike, as a model writes them, and rules for it. */
export interface AlikeCase {
  readonly text: string;
  readonly layout: Layout;
  readonly hooks: Hooks;
  /** What the operator demands beside them. */
  readonly policy: Hooks | undefined;
  /** The same without one of its rules, as if somebody took it out between two runs. */
  readonly fewerHooks: Hooks;
  readonly targetVersion: string | undefined;
  /** What somebody did to the lines of an output by hand. */
  readonly edit: (output: string) => string;
  /** What the workflow is after a change to one of its tasks. */
  readonly changed: string;
}

export function randomCase(seed: number): AlikeCase {
  const random = createRandom(seed);
  const style = styleOf(random);
  const names = taskNames(random);
  const layout = random.chance(0.35) ? severalFiles(names, random) : oneFile;
  // Files that nobody calls are workflows of their own.
  const callsAll = layout !== oneFile && random.chance(0.9);
  const documents = [
    rootOf(names, callsAll, style, random),
    ...names.map((name, at) => taskOf(name, names.slice(at + 1), style, random)),
  ];
  const mayBeOther = random.chance(0.3);
  let text = documents
    .map((one) => (mayBeOther && random.chance(0.2) ? inOtherForm(one, style.of2x, random) : one))
    .join('---\n');
  if (style.of2x) text = in2x(text);
  if (random.chance(0.06)) text = damaged(text, random);
  if (random.chance(0.15)) text = text.replace(/\n$/, '');
  if (random.chance(0.2)) text = text.replaceAll('\n', '\r\n');
  const hooks = rulesFor(names, random);
  return {
    text,
    layout,
    hooks,
    policy: random.chance(0.2) ? policyFor(names, random) : undefined,
    fewerHooks: withoutOne(hooks, random),
    edit: lineEdit(random),
    targetVersion: random.pick(
      style.of2x ? ['2.14', '2.14', undefined] : ['1.30', '1.30', '1.30', undefined, undefined],
    ),
    changed: withChangedTask(text, random),
  };
}

interface Hooks {
  readonly hooks: Readonly<Record<string, unknown>> & {
    readonly injections: Readonly<Record<string, readonly object[]>>;
  };
}

/** Some of the same rules, demanded by somebody else. */
function policyFor(names: readonly string[], random: Random): Hooks {
  const { injections, deny } = rulesFor(names, random).hooks;
  const ownIds = Object.entries(injections).map(([point, rules]) => [
    point,
    rules
      .filter((rule) => !/"step"|vars\./.test(JSON.stringify(rule)))
      .map((rule, at) => ({ ...rule, id: `must_${point}_${at}` })),
  ]);
  return { hooks: { enabled: true, ...(deny ? { deny } : {}), injections: Object.fromEntries(ownIds) } };
}

/** What a task has to do for a rule to be for it. */
function matchOf(random: Random): object {
  const clauses = random.pick<object>([
    { runs: ['make*', 'npm *'] },
    { runs: '/[13579]( |$)/' },
    { runs: '/[02468]( |$)/' },
    { runs: '/^(git|docker) /' },
    { not: { runs: 'make*' } },
    { step: '*e*' },
    { calls: '*' },
    { env: ['CI', 'ARBORIST_*'] },
    { uses: ['docker', 'http*'] },
    { dag: 'T*[13579]' },
    { any: [{ runs: 'echo *' }, { image: '*' }] },
    { cel: 'step.name.startsWith("r")' },
  ]);
  return random.chance(0.2) ? { ...clauses, unsure: 'skip' } : clauses;
}

/** Mostly near a hook. */
function lineEdit(random: Random): AlikeCase['edit'] {
  const [part, offset, kind] = [random.below(1000), random.below(8) - 3, random.below(4)];
  return (output) => {
    const lines = output.split(/(?<=\n)/);
    const marks = lines.flatMap((line, at) => (line.includes('# dagweave:') ? [at] : []));
    const near = marks[Math.floor((part / 1000) * marks.length)] ?? 0;
    const at = Math.min(Math.max(near + offset, 0), lines.length - 1);
    const changed = [[], [lines[at]!, lines[at]!], [lines[at]!.replace(/\w+/, 'edited')], ['\n', lines[at]!]][kind]!;
    return lines.toSpliced(at, 1, ...changed).join('');
  };
}

/** A task gets the steps of another one, or a line of it is there twice or not any more. */
function withChangedTask(text: string, random: Random): string {
  const documents = text.split(/(?<=^---\r?\n)/m);
  const at = 1 + random.below(documents.length - 1);
  const lines = documents[at]!.split(/(?<=\n)/);
  const other = documents[1 + random.below(documents.length - 1)]!;
  const [own, theirs] = [documents[at]!.indexOf('steps:'), other.indexOf('steps:')];
  const line = random.below(lines.length);
  const changed = random.pick([
    () => documents[at]!.slice(0, own) + other.slice(theirs),
    () => documents[at]!.slice(0, own) + other.slice(theirs),
    () => lines.toSpliced(line, 1).join(''),
    () => lines.toSpliced(line, 0, lines[line]!).join(''),
  ])();
  return documents.toSpliced(at, 1, changed).join('');
}

function withoutOne({ hooks }: Hooks, random: Random): Hooks {
  const points = Object.keys(hooks.injections).filter((point) => hooks.injections[point]!.length > 0);
  if (points.length === 0) return { hooks };
  const point = random.pick(points);
  const at = random.below(hooks.injections[point]!.length);
  const left = hooks.injections[point]!.filter((_, index) => index !== at);
  return { hooks: { ...hooks, injections: { ...hooks.injections, [point]: left } } };
}

/** As 2.x spells it. */
function in2x(text: string): string {
  return text
    .replaceAll(/^( *(?:- +)?)command:/gm, '$1run:')
    .replaceAll('timeoutSec', 'timeout_sec')
    .replaceAll('retryPolicy', 'retry_policy')
    .replaceAll('intervalSec', 'interval_sec');
}

interface Style {
  readonly of2x: boolean;
  readonly spaced: boolean;
  readonly indent: string;
  readonly offset: string;
  readonly type: string | undefined;
  /** Of the environment: a list or a map, over several lines or within brackets. */
  readonly envStyle: number;
  /** The folder in which tasks work, with that of each in it. */
  readonly worktrees: string;
  /** Which of the keys that few documents have each document has; `undefined` where few have one. */
  readonly oddEverywhere: number | undefined;
  readonly paramsEverywhere: boolean;
  readonly shapes: readonly (readonly StepShape[])[];
}

interface StepShape {
  readonly name: string;
  readonly needs: readonly string[];
  readonly needsStyle: number;
  readonly conditional: boolean;
  /** Lines of fields that few steps have. */
  readonly rare: readonly string[];
}

function styleOf(random: Random): Style {
  const of2x = random.chance(0.25);
  const hasRare = random.chance(0.3);
  const areTolerant = random.chance(0.03);
  const shapes = Array.from({ length: 1 + random.below(3) }, () => {
    const names = stepNames.filter(() => random.chance(0.6));
    const own = names.length === 0 ? ['run'] : [...names];
    if (random.chance(of2x ? 0.1 : 0.005)) own[0] = `${own[0]!} of everything that is in the repository`;
    return own.map((name, at): StepShape => {
      const needs = own.slice(Math.max(0, at - 1 - random.below(2)), at).filter(() => random.chance(0.85));
      const ownRare = hasRare && random.chance(0.3) ? rareField(name, of2x, random) : [];
      const rare = areTolerant ? [of2x ? 'continue_on: failed' : 'continueOn: {failure: true}'] : ownRare;
      return { name, needs, needsStyle: random.below(5), conditional: random.chance(0.06), rare };
    });
  });
  return {
    of2x,
    spaced: random.chance(0.2),
    indent: random.pick(['', '  ', '  ', '    ']),
    offset: random.pick([' ', ' ', ' ', '   ']),
    type: of2x
      ? random.pick(['graph', 'graph', 'graph', 'chain', undefined])
      : random.pick([undefined, undefined, 'graph', 'chain']),
    envStyle: random.below(4),
    worktrees: random.pick(['${ARBORIST_HOME}/', '/srv/worktrees/', '/srv/my worktrees/of-']),
    oddEverywhere: random.chance(0.12) ? random.below(100) : undefined,
    paramsEverywhere: random.chance(0.2),
    shapes,
  };
}

function rareField(step: string, of2x: boolean, random: Random): readonly string[] {
  return random.pick<readonly string[]>([
    [`id: ${step.replace(/\W/g, '_')}`],
    ['id: own', 'stdout: /tmp/out.txt'],
    [`id: ${random.pick(stepNames)}`],
    ['shell: bash'],
    ['type: jq'],
    ['type: http', 'config:', '  timeout: 5'],
    ['stderr: /tmp/err.txt'],
    ['stdout: [a]'],
    ['container:', '  image: alpine'],
    ['parallel: [a, b]'],
    ['parallel:', '  items: [a, b]', '  maxconcurrent: 2'],
    ...(of2x
      ? [
          ['action: http.request', 'with:', '  url: http://localhost/', '  method: GET'],
          ['action: log.write', 'with: {message: done}'],
          ['action: dag.run', 'with:', '  dag: sub'],
          ['action: router.route', 'with:', '  value: "1"', '  routes:', '    "1": [run]'],
          ['continue_on: failed'],
          ['continue_on:', '  failure: true', '  skipd: true'],
          ['repeat_policy:', '  repeat: until', '  interval_sec: 1', '  exit_code: [0]'],
        ]
      : [
          ['executor: docker'],
          ['executor:', '  type: http', '  config: {timeout: 5}'],
          ['continueOn:', '  skipped: true'],
          ['continueOn:', '  failure: true', '  markSucess: true'],
          ['repeatPolicy:', '  repeat: true', '  intervalSec: 1'],
          ['type: hitl', 'config:', '  prompt: Go?', '  input: [WHO]'],
          ['signalOnStop: SIGINT', 'logOutput: separate'],
        ]),
  ]);
}

const stepNames = [
  'pre-sync',
  'branches-setup',
  'run',
  'commit',
  'Build image',
  'run-test',
  'post-merge',
  'notify',
  'post-cleanup',
];

function taskNames(random: Random): readonly string[] {
  const make = random.pick<(at: number) => string>([
    (at) => `T${String(at).padStart(3, '0')}`,
    (at) => `T${String(at).padStart(3, '0')}`,
    (at) => `task-${at}`,
    (at) => `build-${at}`,
    (at) => `${String(at).padStart(3, '0')}-${'abcdefgh'[at % 8]!}`,
    (at) => `${'xyz'[at % 3]!}.${at}`,
    (at) => `${at}.${'abc'[at % 3]!}`,
    (at) => `Deploy_${'abcdefgh'[at % 8]!}${at}`,
    (at) =>
      ['deploy', 'time', 'build', 'ne', 'e', 'nan', 'cd', 'clean', 'docs', 'test', 'ship', 'lint', 'pack', 'sign'][
        at - 1
      ]!,
    (at) =>
      random.chance(0.7)
        ? `t${at}`
        : [
            'no',
            'true',
            'build',
            'a',
            'post-cleanup',
            'B',
            'x.y',
            'two words',
            '12',
            '1e5',
            'complete',
            'zqhookstandin7',
          ][at % 12]! + (at < 12 ? '' : at),
  ]);
  return Array.from({ length: 2 + random.below(12) }, (_, at) => make(at + 1));
}

function header(name: string, style: Style, random: Random): string {
  const folder = random.chance(0.95) ? name : 'T001';
  const env = [
    `ARBORIST_MANIFEST=${random.chance(0.9) ? 'spec_001' : name}.json`,
    ...(random.chance(0.7) ? [`ARBORIST_WORKTREE=${style.worktrees}${folder}`] : []),
    ...(random.chance(0.1) ? [`OWN="${name}"`] : []),
    ...(random.chance(0.2)
      ? [`${random.pick(['TASK', 'OUT', 'task_id', 'HOME', 'EMPTY'])}=${random.pick([name, '', 'x'])}`]
      : []),
    ...(random.chance(0.05)
      ? [`ARBORIST_${random.pick(['BRANCH', 'SPEC_ID', 'TASK'])}=${random.pick([name, '', 'x'])}`]
      : []),
  ];
  return [
    random.chance(0.2) ? `# ${name}: see T001\n` : '',
    `name: ${random.chance(0.1) ? `"${name}"` : name}\n`,
    style.type ? `type: ${style.type}\n` : '',
    random.chance(0.3) ? `description: what ${name} does # really\n` : '',
    random.chance(style.paramsEverywhere ? 0.9 : 0.1) ? parameters(name, random) : '',
    random.chance(0.8) ? environment(env, style.envStyle) : '',
    random.chance(0.1) ? 'tags: [nightly]\n' : '',
    style.oddEverywhere === undefined
      ? random.chance(0.03)
        ? random.pick(oddKeys(name, style))
        : ''
      : oddKeys(name, style).at(style.oddEverywhere % oddKeys(name, style).length)!,
  ].join('');
}

function environment(pairs: readonly string[], style: number): string {
  const split = (pair: string) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const;
  const inBrackets = (text: string) => (/^[\w./= -]+$/.test(text) ? text : JSON.stringify(text));
  const mapped = pairs.map(split).map(([key, value]) => `${key}: ${value === '' ? '""' : inBrackets(value)}`);
  switch (style) {
    case 0:
      return `env: [${pairs.map(inBrackets).join(', ')}]\n`;
    case 1:
      return `env:\n${mapped.map((one) => `  ${one}\n`).join('')}`;
    case 2:
      return `env: {${mapped.join(', ')}}\n`;
    default:
      return `env:\n${pairs.map((one) => `  - ${one}\n`).join('')}`;
  }
}

function parameters(name: string, random: Random): string {
  const value = random.below(1000);
  return random.pick([
    'params: "A=1 B=2"\n',
    `params: "A=${value} B=${name}"\n`,
    `params: A=${value} ${name} ${value}\n`,
    `params: ${JSON.stringify(`A="${value} C=4" B='${name}'`)}\n`,
    `params:\n  - A: ${value}\n  - B: "${name}"\n`,
    `params:\n  - A=${value}\n  - ${value}x\n`,
    `params: {A: ${value}, task_id: x}\n`,
    `params:\n  - name: A\n    default: ${value}\n`,
    `params: |\n  A=${value}\n  B=2\n`,
    `params: [ARBORIST_BRANCH=${value}]\n`,
    'params:\n',
  ]);
}

/** Keys that few documents have. */
function oddKeys(name: string, { of2x }: Style): readonly string[] {
  return [
    ...(of2x
      ? [
          'handler_on:\n  exit:\n    run: echo over\n',
          `handler_on:\n  failure:\n    run: echo ${name} failed\n`,
          `handler_on:\n  failure:\n    run: 'echo \${run.stdout} of commit'\n`,
          'working_dir: /srv\n',
          `working_dir: /srv/${name}\n`,
          `working_dir: ${name}/below\n`,
          'dotenv: .env\n',
          `dotenv: ${name}.env\n`,
          'secrets:\n  - name: KEY\n    provider: env\n    key: KEY\n',
          'defaults:\n  timeout_sec: 9\n',
          'mail_on: {failure: true}\n',
        ]
      : [
          'handlerOn:\n  exit:\n    command: echo over\n',
          `handlerOn:\n  failure:\n    command: echo ${name} failed\n  exit:\n    command: "echo ${name} \\x72un"\n`,
          `handlerOn:\n  failure:\n    command: echo ${name}\n    output: ${name.replaceAll(/\W/g, '_')}_END\n`,
          'handlerOn:\n  failure:\n    command: alarm\n    depends: [x]\n',
          'workingDir: /srv\n',
          `workingDir: /srv/${name}\n`,
          `workingDir: ${name}/below\n`,
          `workingDir: [${name}]\n`,
          'workingDir: ""\n',
          'mailOn:\n  failure: true\n',
          `errorMail: {from: ${name}@example.com, to: a@example.com}\n`,
        ]),
    '<<: {type: chain, tags: [merged]}\n',
    'shell: bash\n',
    'shell: pwsh\n',
    `shell: ${name}\n`,
    `labels: [${name}]\n`,
    'unheard_of: [run, commit]\n',
    'dependz: [run]\n',
    'Env: 1\n',
    'container:\n  image: alpine\n',
    `container:\n  image: ${name}\n`,
    `preconditions:\n  - condition: ${name}\n    expected: x\n`,
  ];
}

function rootOf(names: readonly string[], callsAll: boolean, style: Style, random: Random): string {
  const called = names.filter((_, at) => at === 0 || callsAll || random.chance(0.5));
  const steps = called.map((name, at) =>
    stepText(
      {
        name: `c-${name}`,
        needs: at === 0 ? ['branches-setup'] : [`c-${called[at - 1]!}`],
        needsStyle: at % 2,
        conditional: false,
        rare: [],
      },
      [`call: ${quoted(name, random)}`],
      style,
      random,
    ),
  );
  const setup = stepText(
    { name: 'branches-setup', needs: [], needsStyle: 0, conditional: false, rare: [] },
    ['command: echo set up'],
    style,
    random,
  );
  const ownHeader = header('spec_001', style, random);
  // Then the file names it.
  const named = random.chance(0.3) ? ownHeader.replace(/^name: .*\n/m, '') : ownHeader;
  return `${named}steps:\n${[setup, ...steps].join(style.spaced ? '\n' : '')}`;
}

function taskOf(name: string, later: readonly string[], style: Style, random: Random): string {
  const shape = random.pick(style.shapes);
  const steps = shape.map((step) => {
    const target = later.length > 0 && random.chance(0.1) ? random.pick(later) : undefined;
    return stepText(
      step,
      target === undefined ? workOf(step.name, name, random) : [`call: ${quoted(target, random)}`],
      style,
      random,
    );
  });
  const behind = random.chance(0.05) ? `schedule: "0 1 * * *"\n` : '';
  return `${header(name, style, random)}steps:\n${steps.join(style.spaced ? '\n' : '')}${random.chance(0.1) ? `${style.indent}  # the end of ${name}\n` : ''}${behind}`;
}

function quoted(name: string, random: Random): string {
  return random.chance(0.1) || !/^[A-Za-z]/.test(name) ? `"${name}"` : name;
}

function workOf(step: string, task: string, random: Random): readonly string[] {
  return random.pick([
    [`command: arborist task ${step} ${task}`],
    [`command: echo ${step}   # of ${task}`],
    [`command: "run --label \\"${task}: x\\" # no comment"`],
    [`command: 'it''s ${task}'`],
    [`command: ${random.chance(0.02) ? 'true' : 'make'}`],
    [`command: |${random.chance(0.004) ? '+' : ''}`, '  set -e', '', `  echo ${task}`],
    ['command: >-', `  arborist task ${random.chance(0.05) ? 'complete' : 'run'} ${task}`, '  --json'],
    [
      `command: "arborist task post${random.chance(0.1) ? '\\x2d' : '-'}${random.pick([task, 'merge', 'cleanup'])} ${task}"`,
    ],
    [`command: [make, ${step.replace(/ /g, '-')}, "${task}"]`],
    ['command:', '  - make', `  - echo ${task}`],
    [`command: [sleep, ${random.chance(0.01) ? '5' : '"5"'}]`],
    ['description: don\u2019t \u201cdo\u201d it >+ twice', `command: make ${step}`],
    [
      random.chance(0.01) ? 'description: \u201cdo it\u201d' : `description: '\u201cdo it\u201d'`,
      `command: make ${step}`,
    ],
    ['script: |', `  arborist task ${step === 'notify' || random.chance(0.05) ? 'post-cleanup' : 'sync'} ${task}`],
    [`command: make ${step}`, `output: ${task.toUpperCase().replace(/\W/g, '_')}_RESULT`],
    [`command: make ${step}`, 'output:', `  name: ${task.toUpperCase().replace(/\W/g, '_')}_MADE`, `  key: ${step}`],
    [`command: make ${step}`, 'timeoutSec: 30', 'retryPolicy:', '  limit: 2', '  intervalSec: 5'],
  ]);
}

function stepText(
  { name, needs, needsStyle, conditional, rare }: StepShape,
  work: readonly string[],
  style: Style,
  random: Random,
): string {
  const listed = [
    [`depends: [${needs.join(', ')}]`],
    [needs.length === 1 ? `depends: ${needs[0]!}` : `depends: [ ${needs.join(' , ')} ]`],
    ['depends:', ...needs.map((need) => `  - ${need}`)],
    ['depends:', ...needs.map((need) => `- "${need}"`)],
    ['depends:', ...needs.map((need) => `  - ${need}   # first`)],
  ][needsStyle]!;
  const own = needs.length === 0 ? [] : listed;
  const fields = [
    `name: ${random.chance(0.05) ? `"${name}"` : name}`,
    ...(random.chance(0.5) ? [...own, ...work] : [...work, ...own]),
    ...rare,
    ...(conditional ? ['preconditions:', '  - condition: "`echo 1`"', '    expected: "1"'] : []),
  ];
  const comment = random.chance(0.1) ? `${style.indent}${random.chance(0.03) ? '   ' : ''}# about ${name}\n` : '';
  const pad = style.indent + ' '.repeat(style.offset.length + 1);
  return `${comment}${fields.map((line, at) => (line === '' ? '' : at === 0 ? `${style.indent}-${style.offset}${line}` : pad + line)).join('\n')}\n`;
}

function damaged(text: string, random: Random): string {
  const at = random.below(text.length);
  const signs = [':', '\n', '  ', '- ', '"', '[', '#', '\t', '&a ', '*a', '|', '---\n', 'x', ''];
  return text.slice(0, at) + random.pick(signs) + text.slice(at + random.below(4));
}

function rulesFor(names: readonly string[], random: Random): Hooks {
  const some = () =>
    random.pick([
      ['*'],
      ['*'],
      ['T*'],
      ['T*[13579]'],
      [names[0]!],
      [names.at(-1)!, 'nobody'],
      ['/[0-4]$/'],
      ['*a*', '*e*', 'T00?'],
    ]);
  const anchor = () =>
    random.pick<object>([
      {},
      {},
      { after: 'post-merge' },
      { before: 'post-merge' },
      { after: 'run-test' },
      { after: 'run*' },
      {
        before: 'commit',
        on_missing_anchor: random.pick(['default', 'skip', 'skip', 'skip', random.chance(0.2) ? 'error' : 'skip']),
      },
      { after: 'Build image' },
      { after: 'nothing-like-that' },
      { after: 'hook-check' },
      { before: 'c-*' },
    ]);
  const policy = () => ({
    ...(random.chance(0.15) ? { order: random.below(3) } : {}),
    ...(random.chance(0.15) ? { parallel: 'side' } : {}),
    ...(random.chance(0.1) ? { await: false } : {}),
    ...(random.chance(0.15) ? { timeout: 60 } : {}),
    ...(random.chance(0.1) ? { on_failure: 'continue' } : {}),
    ...(random.chance(0.1) ? { on_failure: 'retry', retries: 2 } : {}),
    ...(random.chance(0.93) ? { optional: true } : {}),
  });
  const step = (task: boolean): object =>
    random.pick<object>([
      { type: 'shell', command: task ? 'echo {{task_id}} done' : 'echo {{spec_id}}' },
      { type: 'shell', command: task ? 'echo \'{{task_id}}\' "{{dag.name}}" {{branch_name}}' : 'make all' },
      { type: 'shell', command: task ? '{{task_id}} {{worktree_path}}' : 'true', output: true },
      {
        type: 'shell',
        command: task
          ? random.pick(['do{{task_id}} x', 'tru{{task_id}}', '.{{task_id}}', 'echo {{spec_id}}{{task_id}}'])
          : `set -e\n${random.chance(0.1) ? '  ' : ''}\nmake`,
      },
      { type: 'shell', command: 'set -e\necho {{spec_id}} ${HOME} `date`\nmake', ...(task ? { output: 'OUT' } : {}) },
      task ? { step: 'check' } : { type: 'shell', command: 'echo {{vars.team}}' },
      task && random.chance(0.7) ? { step: 'review' } : { type: 'llm_eval', prompt: 'Is it good?' },
      {
        type: 'quality_check',
        command: 'pytest {{worktree_path}}',
        min_score: 3,
        score_extraction: { type: 'regex', pattern: '(\\d+)' },
      },
      { type: 'shell', command: random.pick(['echo {{step.name}} {{timestamp}}', 'echo {{dag.file}}']) },
      task && random.chance(0.8)
        ? { type: 'shell', command: 'make' }
        : { type: 'approval', prompt: random.pick(['Go?', 'May `{{spec_id}}` go on?']) },
    ]);
  const steps = () => ({
    ...(random.chance(0.5) ? { tasks: random.pick([['*'], ['run*'], ['Build image', 'c-*'], ['*-*'], ['own']]) } : {}),
    ...(random.chance(0.2) ? { tasks_exclude: [random.pick(stepNames)] } : {}),
    ...(random.chance(0.8) ? { match: matchOf(random) } : { each: 'step' }),
    ...(random.chance(0.1) ? anchor() : {}),
    ...(random.chance(0.1) ? { command: 'echo {{task.kind}} {{task.command}}', type: 'shell' } : {}),
  });
  const tasks = () => ({
    tasks: some(),
    ...anchor(),
    ...(random.chance(0.2) ? { tasks_exclude: [random.pick(names)] } : {}),
    ...(random.chance(0.15) ? { each: 'task', match: matchOf(random) } : {}),
  });
  const expectation = () => ({
    ...(random.chance(0.7) ? { min: random.pick([0, 1, 1, 2]) } : { max: random.pick([0, 3, 40, 40]) }),
    ...(random.chance(0.5) ? { per: random.pick(['run', 'workflow', 'dag']) } : {}),
  });
  const denial = () => ({
    match: random.chance(0.3) ? matchOf(random) : { runs: 'rm *' },
    message: 'it must not do that',
    ...(random.chance(0.3) ? { severity: 'warning' } : {}),
  });
  const condition = () =>
    random.pick<object>([
      { when: "vars.team == 'a b'" },
      { when: "vars.team == 'a b'" },
      { when: "vars.team == 'another'" },
      { when: "vars.team == 'another'" },
      { when: "vars.team == 'another' || ${HOME} == '/root'" },
      { when: "task.id == 'T001'" },
      { when: "env.NOWHERE == '1'" },
      { when: "dag.name == 'spec_001'" },
      { when: "dag.name == 'another'" },
      { when: "${HOME} == '/root'" },
    ]);
  const fault = () =>
    random.pick<object>([
      { type: 'shell', command: 'score {{vars.nobody}}', prompt: undefined },
      { type: 'llm_eval', command: undefined, prompt: undefined, prompt_file: 'missing.md' },
      { when: "vars.nobody == 'x'" },
      { when: "env.NOWHERE == 'x' && vars.nobody == 'x'" },
      ...[
        'score {{{task_id}}}',
        "score '{{task_id}}",
        'score {{task_idd}} {{vars.levle}}',
        'score {{env.CI}} {{params.A}}',
        'score "{{task.command}}" {{task.kind}}',
        'score {{step.name}} {{hook.id}} {{timestamp}}',
        'score {{worktree_path}}/{{branch_name}} {{manifest_path}}',
        'score $({{task_id}}) `{{dag.name}}`',
        'cat <<E\n{{task_id}} $HOME\nE',
        'score # {{task_id}}',
        'score \\{{task_id}} {{#if task_id}}x{{/if}}',
        'score {{constructor}} {{vars.__proto__}} {{}}',
      ].map((command) => ({ type: 'shell', command, prompt: undefined })),
    ]);
  const ofSteps = random.chance(0.3);
  const mayBeFaulty = random.chance(0.15);
  // Of many rules, one is nearly always of those for which all is read in full.
  const isShort = random.chance(0.5);
  const rules = (count: number, task: boolean, at: string) =>
    Array.from({ length: random.below(isShort ? 2 : count) }, (_, index) => ({
      ...step(task),
      ...(random.chance(0.7) ? { id: `${at}_${index}` } : {}),
      ...(task ? (ofSteps && random.chance(0.6) ? steps() : tasks()) : {}),
      ...(random.chance(0.06) ? { once: true } : {}),
      ...(random.chance(task ? 0.07 : 0.2) ? condition() : {}),
      ...(random.chance(0.05) ? { expect: expectation() } : {}),
      ...(!task && random.chance(0.05) ? { match: matchOf(random) } : {}),
      ...(mayBeFaulty && random.chance(0.3) ? fault() : {}),
      ...policy(),
    }));
  return {
    hooks: {
      enabled: true,
      ...(random.chance(0.1) ? { marks: false } : {}),
      ...(random.chance(0.15) ? { prompts: 'file' } : {}),
      ...(random.chance(0.12)
        ? { teardown: random.pick<unknown>(['commit', 'post-*', ['run-test', 'notify'], 'c-*', [], 'nowhere']) }
        : {}),
      ...(random.chance(0.12) ? { task_ids: random.pick<unknown>([some(), some(), 'run*', 'nowhere']) } : {}),
      ...(random.chance(0.1) ? { tasks_are: random.pick(['bodies', 'bodies', 'nodes']) } : {}),
      ...(random.chance(0.12) ? { deny: [denial()] } : {}),
      ...(random.chance(0.1)
        ? {
            limits: random.pick([
              { max_added_steps: 9 },
              ...[0, 4, 40].map((most) => ({ max_added_critical_path: most })),
            ]),
          }
        : {}),
      ...(random.chance(0.1)
        ? { setup: random.pick(['run', 'branches-*', ['branches-setup', 'pre-*'], 'nowhere']) }
        : {}),
      ...(random.chance(0.1) ? { task_ends: random.pick(['run-test', ['*-merge', 'Build image'], 'nowhere']) } : {}),
      ...(random.chance(0.1)
        ? { context: { worktree_path: random.pick(['/w/{{task_id}}', '/w/{{task_id}}', '/w/{{dag.file}}']) } }
        : {}),
      step_definitions: {
        check: { type: 'shell', command: 'check {{task.id}} {{vars.team}}' },
        review: { type: 'llm_eval', prompt: 'Is {{task_id}} good?\n\nSay why.', runner: 'claude', timeout: 120 },
      },
      vars: { team: 'a b' },
      injections: {
        pre_root: rules(2, false, 'first'),
        post_roots: rules(3, false, 'ready'),
        pre_task: rules(3, true, 'begin'),
        post_task: rules(4, true, 'end'),
        final: rules(3, false, 'last').map((rule) => ({
          ...rule,
          ...(random.chance(0.4) ? { run: random.pick(['failure', 'failure', 'abort', 'always']) } : {}),
        })),
      },
    },
  };
}

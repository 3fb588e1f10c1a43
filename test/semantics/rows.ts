import type { workflowsWith } from './languages.js';

/** Shell text that says that it ran, and ends as the test wants. */
export type CommandOf = (name: string) => string;

/** One thing that rules can ask for, and how it is known that an engine does it. */
export interface Row {
  /** As it is in a rule, in Markdown. */
  readonly says: string;
  readonly means: string;
  readonly injections: (command: CommandOf, engine: EngineName) => Injections;
  /** Where it was seen: `runs` here, in the engine itself, or in tests of its own, by engine. */
  readonly seen: 'runs' | Readonly<Partial<Record<EngineName, string>>>;
  /** What of it a stand-in for the engine gets wrong, so that the test holds it against a model of the engine's documents. */
  readonly modelled?: Readonly<Partial<Record<EngineName, string>>>;
  /** The warning that says that an engine does not do it. */
  readonly unless?: string;
  /** What has to be in the workflow for it. */
  readonly forWorkflowsWith?: Readonly<Partial<Record<EngineName, keyof typeof workflowsWith>>>;
  /** Engines in which it cannot be seen: it takes too long, or no pod really runs. */
  readonly except?: readonly EngineName[];
}

export type Injections = Readonly<Record<string, readonly object[]>>;

export const engineNames = ['Dagu 1.30', 'Dagu 2.14', 'Argo Workflows', 'GitHub Actions', 'GitLab CI'] as const;
export type EngineName = (typeof engineNames)[number];

const shell = (id: string, command: string) => ({ id, type: 'shell', command });

const endsOfTasks = {
  'Dagu 1.30': 'tasks that are DAGs',
  'Dagu 2.14': 'tasks that are DAGs',
  'Argo Workflows': '`depends`',
} as const;

/** The tasks are `build`, and `deploy` that waits for it. */
export const rows: readonly Row[] = [
  {
    says: '`pre_root`',
    means: 'runs before everything else; where it fails, nothing else runs',
    injections: (command) => ({ pre_root: [shell('begin', command('begin'))] }),
    seen: 'runs',
  },
  {
    says: '`post_roots`',
    means: 'runs behind what waits for nothing, before the rest',
    injections: (command) => ({ post_roots: [shell('ready', command('ready'))] }),
    seen: 'runs',
  },
  {
    says: '`pre_task`',
    means: 'runs in front of a task; where it fails, the task does not run',
    injections: (command) => ({ pre_task: [{ ...shell('scan', command('scan')), tasks: ['deploy'] }] }),
    seen: 'runs',
  },
  {
    says: '`post_task`',
    means: 'runs behind a task; where it fails, what waits for the task does not run',
    injections: (command) => ({ post_task: [{ ...shell('check', command('check')), tasks: ['build'] }] }),
    seen: 'runs',
  },
  {
    says: '`post_task`, `run: always`',
    means: 'runs behind a task, whatever became of that; nothing waits for it',
    injections: (command) => ({ post_task: [{ ...shell('logs', command('logs')), tasks: ['build'], run: 'always' }] }),
    seen: {
      'Dagu 1.30': 'test/engine/task-ends.test.ts',
      'Dagu 2.14': 'test/engine/task-ends.test.ts',
      'Argo Workflows': 'test/engine/argo-outcomes.test.ts',
      'GitHub Actions': 'test/engine/github-actions.test.ts',
      'GitLab CI': 'test/engine/gitlab-ends.test.ts',
    },
    forWorkflowsWith: endsOfTasks,
  },
  {
    says: '`post_task`, `run: failure`',
    means: 'the same, where the task failed',
    injections: (command) => ({
      post_task: [{ ...shell('alarm', command('alarm')), tasks: ['build'], run: 'failure' }],
    }),
    seen: {
      'Dagu 1.30': 'test/engine/task-ends.test.ts',
      'Dagu 2.14': 'test/engine/task-ends.test.ts',
      'Argo Workflows': 'test/engine/argo-outcomes.test.ts',
      'GitHub Actions': 'test/engine/github-actions.test.ts',
      'GitLab CI': 'test/engine/gitlab-ends.test.ts',
    },
    forWorkflowsWith: endsOfTasks,
  },
  {
    says: '`final`',
    means: 'runs at the end of a run that succeeded',
    injections: (command) => ({ final: [shell('end', command('end'))] }),
    seen: 'runs',
  },
  {
    says: '`final`, `run: always`',
    means: 'runs at the end, whatever happened',
    injections: (command) => ({ final: [{ ...shell('tidy', command('tidy')), run: 'always' }] }),
    seen: 'runs',
  },
  {
    says: '`final`, `run: failure`',
    means: 'runs at the end of a run that failed',
    injections: (command) => ({ final: [{ ...shell('cry', command('cry')), run: 'failure' }] }),
    seen: 'runs',
  },
  {
    says: '`final`, `run: abort`',
    means: 'runs where somebody stopped the run',
    injections: (command) => ({ final: [{ ...shell('halt', command('halt')), run: 'abort' }] }),
    seen: {
      'Dagu 1.30': 'test/engine/run-table.test.ts',
      'Dagu 2.14': 'test/engine/run-table.test.ts',
      'Argo Workflows': 'test/engine/argo-stop.test.ts',
    },
  },
  {
    says: '`on_failure: continue`',
    means: 'what waits for it runs even where it fails',
    injections: (command) => ({
      pre_task: [{ ...shell('soft', command('soft')), tasks: ['deploy'], on_failure: 'continue', order: 1 }],
    }),
    seen: 'runs',
  },
  {
    says: '`await: false`',
    means: 'nothing depends on how it ends',
    injections: (command) => ({
      post_task: [{ ...shell('aside', command('aside')), tasks: ['build'], await: false, order: 1 }],
    }),
    seen: 'runs',
  },
  {
    says: '`on_failure: retry`',
    means: 'is tried again where it fails',
    injections: (command) => ({
      post_task: [
        { ...shell('retry', command('retry')), tasks: ['deploy'], on_failure: 'retry', retries: 2, retry_delay: 1 },
      ],
    }),
    seen: 'runs',
  },
  {
    says: '`timeout`',
    means: 'is stopped where it takes longer, and has failed',
    injections: (command) => ({
      post_task: [
        { ...shell('late', command('late')), tasks: ['deploy'], timeout: 1, on_failure: 'continue', order: 1 },
      ],
    }),
    seen: 'runs',
    // GitHub's shortest limit is a minute.
    except: ['GitHub Actions', 'Argo Workflows'],
  },
  {
    says: '`when`',
    means: 'does nothing where the run finds its condition false; what waits for it runs',
    injections: (command) => ({
      pre_task: [{ ...shell('never', command('never')), tasks: ['deploy'], when: "${STAGE} == 'other'", order: 2 }],
    }),
    seen: 'runs',
    except: ['Argo Workflows'],
  },
  {
    says: '`env` and variables in a `command`',
    means: 'arrive byte for byte, and nothing in them runs',
    injections: (command) => ({
      pre_task: [{ ...shell('say', command('say')), tasks: ['deploy'], env: { VALUE: hostileValue }, order: 3 }],
    }),
    seen: 'runs',
    except: ['Argo Workflows'],
  },
  {
    says: '`output` of a step',
    means: 'steps behind it find its result',
    unless: 'DW246',
    injections: (command) => ({
      post_task: [{ ...shell('count', command('count')), tasks: ['build'], output: 'COUNT', order: 2 }],
    }),
    seen: { 'Dagu 1.30': 'test/engine/model-steps.test.ts', 'Dagu 2.14': 'test/engine/model-steps.test.ts' },
  },
  {
    says: '`type: approval`',
    means: 'waits for a person',
    injections: () => ({
      pre_root: [{ id: 'ask', type: 'approval', prompt: 'Deploy?' }],
    }),
    seen: {
      'Dagu 1.30': 'test/engine/approval.test.ts',
      'Dagu 2.14': 'test/engine/approval.test.ts',
      'Argo Workflows': 'test/engine/argo-people.test.ts',
      'GitLab CI': 'test/engine/gitlab-people.test.ts',
    },
    modelled: { 'GitLab CI': 'that stages wait' },
  },
  {
    says: '`type: spawn`',
    means: 'starts another workflow',
    injections: (_, engine) => ({
      // GitLab starts files.
      pre_root: [
        { id: 'start', type: 'spawn', pipeline: engine === 'GitLab CI' ? 'child.yml' : 'child', external: true },
      ],
    }),
    seen: {
      'Dagu 1.30': 'test/engine/spawn.test.ts',
      'Dagu 2.14': 'test/engine/spawn.test.ts',
      'Argo Workflows': 'test/engine/argo-people.test.ts',
      'GitHub Actions': 'test/engine/github-actions.test.ts',
      'GitLab CI': 'test/engine/gitlab-people.test.ts',
    },
    modelled: { 'GitLab CI': 'that its failure counts' },
  },
];

/** Everything that a shell or an engine could take for its own. */
export const hostileValue = `$(exit 1) \`x\` \${HOME} $[[ github.token ]] {{workflow.name}} "it's" \\ #`;

import type { Version } from '../oracle/documents.js';
import { marked } from '../oracle/hooks.js';
import type { OracleConfig, OracleDefinition } from '../oracle/rules.js';

/** Without a target the two versions must be able to share what is written: no handlers, no retries by the engine. */
export function corpusConfigFor(target: Version | undefined): OracleConfig {
  return target === undefined ? configForBoth : corpusConfig;
}

/** One rule of each kind at each point. */
export const corpusConfig: OracleConfig = {
  hooks: {
    enabled: true,
    step_definitions: {
      ...shells('', ['begin', 'start', 'early', 'ready', 'ready_any', 'summary', 'wave', 'sweep', 'lock', 'alarm']),
      ...shells(' {{task_id}}', ['enter', 'left', 'right', 'at_run', 'gate', 'soft', 'aside', 'committed', 'nowhere']),
      review: { type: 'llm_eval', prompt: 'mark-review {{task_id}}' },
      measure: { type: 'quality_check', command: `${marked('measure')} {{task_id}}`, min_score: 1 },
    },
    injections: {
      pre_root: [
        { step: 'start', on_failure: 'retry', retries: 2, retry_delay: 1, timeout: 30, order: 1 },
        { step: 'begin' },
        { step: 'early', await: false },
      ],
      post_roots: [{ step: 'ready' }, { step: 'ready_any', on_failure: 'continue' }],
      pre_task: [
        { step: 'enter', optional: true },
        { step: 'left', parallel: 'checks', optional: true },
        { step: 'right', parallel: 'checks', optional: true },
        { step: 'at_run', before: 'run', optional: true },
      ],
      post_task: [
        { step: 'gate', after: 'post-merge', optional: true },
        { step: 'soft', on_failure: 'continue', timeout: 20, optional: true },
        { step: 'review', optional: true },
        { step: 'measure', timeout: 40, tasks: ['T*[02468]', 'step*'], optional: true },
        { step: 'aside', await: false, retries: 1, retry_delay: 2, optional: true },
        { step: 'committed', after: 'commit', optional: true },
        { step: 'nowhere', after: 'no-such-step', on_missing_anchor: 'skip', optional: true },
      ],
      final: [
        { step: 'summary' },
        { step: 'wave', await: false },
        { step: 'sweep', run: 'always' },
        { step: 'lock', run: 'always', timeout: 10 },
        { step: 'alarm', run: 'failure' },
      ],
    },
  },
};

const { pre_root, final } = corpusConfig.hooks.injections;

const configForBoth: OracleConfig = {
  hooks: {
    ...corpusConfig.hooks,
    injections: {
      ...corpusConfig.hooks.injections,
      pre_root: pre_root!.filter((rule) => rule.retries === undefined),
      final: final!.filter((rule) => rule.run === undefined),
    },
  },
};

const runPoints = {
  pre_root: [{ step: 'begin' }, { step: 'early', await: false }],
  post_roots: [{ step: 'ready' }],
  pre_task: [{ step: 'enter', optional: true }],
  post_task: [
    { step: 'gate', optional: true },
    { step: 'soft', on_failure: 'continue', optional: true },
    { step: 'aside', await: false, optional: true },
  ],
  final: [{ step: 'summary' }, { step: 'sweep', run: 'always' }, { step: 'alarm', run: 'failure' }],
} as const satisfies OracleConfig['hooks']['injections'];

/** Hooks that do nothing, for runs: a probe at each point. */
export const runConfig: OracleConfig = {
  hooks: {
    enabled: true,
    step_definitions: Object.fromEntries(
      Object.values(runPoints).flatMap((rules) =>
        rules.map(({ step }) => [step, { type: 'shell', command: `probe mark-${step}` }]),
      ),
    ),
    injections: runPoints,
  },
};

function shells(argument: string, names: readonly string[]): Record<string, OracleDefinition> {
  return Object.fromEntries(names.map((name) => [name, { type: 'shell', command: `${marked(name)}${argument}` }]));
}

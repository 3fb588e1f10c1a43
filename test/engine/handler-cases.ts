import { expect } from 'vitest';
import type { HandlerEvent } from '../../src/model/rule.js';
import type { Forecast, NodeEnd } from '../../src/model/run-table.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import type { OracleRule } from '../oracle/rules.js';
import { compileFor, probeRules } from './augment.js';
import type { Engine } from './engines.js';
import { spelled } from './spelling.js';

/** A run that ends in some way, with a hook for each handler. */
export interface HandlerCase {
  readonly name: string;
  readonly text: string;
  /** How the run ends but for its handlers. */
  readonly before: NodeEnd;
  /** What the probe in the handler `exit` is reported. */
  readonly does: string;
  readonly policy: Partial<OracleRule>;
  /** How the run ends after them. */
  readonly ends: string;
}

const runs: readonly (readonly [before: NodeEnd, step: string, ends: string])[] = [
  ['success', 'command: probe work', 'succeeded'],
  ['failure', 'command: probe work exit=1', 'failed'],
  ['skipped', 'command: probe work\n    preconditions: [{condition: "false"}]', 'succeeded'],
  ['aborted', 'command: probe work sleep=20', 'aborted'],
];

const handlersBefore = 'handlerOn:\n  exit:\n    command: probe old-exit\n  failure:\n    command: probe old-failure\n';

export const handlerCases: readonly HandlerCase[] = runs.flatMap(([before, step, ends]) => {
  const text = `type: graph\nsteps:\n  - name: work\n    ${step}\n`;
  const one = { before, text, does: '', policy: {}, ends };
  const goesWell = before === 'success' || before === 'skipped';
  return [
    { ...one, name: `after ${before}` },
    { ...one, name: `after ${before}, beside what was there`, text: text + handlersBefore },
    { ...one, name: `after ${before}, failing`, does: 'exit=1', ends: goesWell ? 'failed' : ends },
    { ...one, name: `after ${before}, failing as it may`, does: 'exit=1', policy: { on_failure: 'continue' } },
    { ...one, name: `after ${before}, failing, with nobody to wait`, does: 'exit=1', policy: { await: false } },
    { ...one, name: `after ${before}, failing beside what was there`, does: 'exit=1', text: text + handlersBefore },
  ];
});

export function compileHandlers({ text, does, policy }: HandlerCase, engine: Engine) {
  const result = compileFor(
    { 'it.yaml': spelled(text, engine) },
    probeRules({
      final: [
        { step: 'sweep', run: 'always', does, ...policy },
        { step: 'alarm', run: 'failure' },
        { step: 'tidy', run: 'abort' },
      ],
    }),
    engine.version,
  );
  const { handlers } = pictureOf(result.workflows).dags[0]!;
  const forecastOf = (event: HandlerEvent): Forecast => handlers.find((one) => one.event === event)!.hook.forecast!;
  expect(handlers).toHaveLength(3);
  return { forecastOf, output: result.outputs[0]!.text };
}

import { expect, test } from 'vitest';
import type { OracleConfig } from '../oracle/rules.js';
import { augment } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** Names of steps as a model might write them, each at most 40 bytes. */
const names = [
  '$(touch /tmp/pwned)',
  '`touch /tmp/pwned`',
  `it's "both" kinds`,
  "';touch /tmp/pwned;'",
  '";touch /tmp/pwned;"',
  '$HOME ${PATH} $1 $$',
  '${1} "${HOME}" \'$PWD\'',
  'a\\b \\$HOME \\`id\\` \\',
  '{{ y }} ${{ github.sha }}',
  '*?[a-z] ~ #no !x',
  'été 漢字 🙂',
  '__proto__',
  '-rf --help',
  '|| true && false ; & | > <',
  '%s%n \\n \\x41',
  'a  two  spaces',
  '"${DAG_RUN_STEP_NAME}"',
  '$(( 1 + 1 )) ${x:-y}',
  'a: b, [c], {d} & *e',
];

/** The same value bare, in single and in double quotes, inside other text, and in a script of several lines. */
const config: OracleConfig = {
  hooks: {
    enabled: true,
    tasks_are: 'nodes',
    step_definitions: {
      bare: { type: 'shell', command: 'probe mark-bare {{task_id}}' },
      single: { type: 'shell', command: "probe mark-single '{{task_id}}'" },
      double: { type: 'shell', command: 'probe mark-double "{{task_id}}"' },
      soft: { type: 'shell', command: 'probe mark-soft {{task_id}}' },
      script: { type: 'shell', command: 'true\nprobe mark-script {{task_id}}\n' },
    },
    injections: {
      post_task: [
        { step: 'bare' },
        { step: 'single', parallel: 'all', order: 1 },
        { step: 'double', parallel: 'all', order: 1 },
        { step: 'script', parallel: 'all', order: 1 },
        { step: 'soft', parallel: 'all', order: 1, on_failure: 'continue', timeout: 30 },
      ],
    },
  },
};

inEachDagu('hostile values', { concurrent: true }, (engine) => {
  for (const params of ['', 'params: "one two"\n']) {
    test(`reach the hook unchanged ${params ? 'beside positional parameters' : ''}`, async () => {
      const steps = names.map((name) => `  - name: ${JSON.stringify(name)}\n    command: "true"\n`);
      const input = `type: graph\n${params}steps:\n${steps.join('')}`;
      const run = await runDagu(augment({ 'hostile.yaml': input }, config, engine), { engine });
      expect([run.status, run.code]).toEqual(['succeeded', 0]);
      for (const kind of ['bare', 'single', 'double', 'script', 'soft']) {
        const seen = run.trace.filter((one) => one.name === `mark-${kind}`).map((one) => one.task);
        expect(seen.sort(), kind).toEqual([...names].sort());
      }
    });
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corpusFiles, corpusMissing, folders } from './corpus/files.js';
import { matchedSteps } from './properties/matched-steps.js';
import { renameSteps } from './properties/rename-steps.js';
import { createRandom } from './random.js';
import { seed } from './seed.js';

/** What a model or somebody with bad intentions may call a step: what rules look for, and what other readers trip over. */
const hostile = [
  'kubectl apply -f app.yaml',
  'terraform destroy',
  'echo docker',
  'docker',
  'alpine:3',
  'hook-scan-x',
  'post-cleanup',
  '$(touch x)',
  '`id`',
  '${HOME}',
  '{{ y }}',
  '__proto__',
  "it's",
  '"quoted"',
  'a: b # c',
  '漢字',
  '- x',
  'null',
];

const names = fc.array(
  fc.option(fc.oneof(fc.constantFrom(...hostile), fc.stringMatching(/^[A-Za-z][A-Za-z0-9 _-]{0,12}[A-Za-z0-9]$/)), {
    nil: undefined,
  }),
  { minLength: 1, maxLength: 30 },
);

const commands = fc.constantFrom(
  'kubectl apply -f app.yaml',
  'sudo -E sh -c "cd x && terraform destroy"',
  'echo kubectl apply',
  'make -C src deploy',
  'curl https://example.com | jq .',
  '$TOOL apply',
  'sleep 1',
);

const doings = fc.oneof(
  commands.map((command) => ({ command })),
  commands.map((script) => ({ script: `set -e\n${script}\n` })),
  fc.constant({ type: 'docker', config: { image: 'alpine:3', autoRemove: true }, command: 'echo hi' }),
  fc.constant({ type: 'http', command: 'GET https://example.com' }),
  fc.constant({ call: 'inner' }),
);

const steps = fc.array(fc.record({ doing: doings, needs: fc.array(fc.nat(50), { maxLength: 2 }) }), {
  minLength: 1,
  maxLength: 7,
});

const workflows = fc.record({ root: steps, inner: steps, isGraph: fc.boolean() }).map(({ root, inner, isGraph }) => {
  const written = (list: typeof root) =>
    list.map(({ doing, needs }, index) => ({
      name: `s${index}`,
      ...doing,
      ...(isGraph && index > 0 ? { depends: [...new Set(needs.map((one) => `s${one % index}`))] } : {}),
    }));
  const type = isGraph ? 'graph' : 'chain';
  const called = written(inner).map(({ name, ...rest }) =>
    'call' in rest ? { name, command: 'make' } : { name, ...rest },
  );
  return [
    { type, steps: written(root) },
    { name: 'inner', type, steps: called },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n---\n');
});

describe('what steps are called plays no part in what `runs`, `uses` and `image` match', () => {
  test(`in random workflows (seed ${seed})`, { timeout: 60_000 }, () => {
    let matched = 0;
    fc.assert(
      fc.property(workflows, names, (text, given) => {
        const before = matchedSteps(text, '1.30');
        expect(before).toBeDefined();
        matched += before!.length;
        const renamed = renameSteps(text, (step) => given[step % given.length]);
        expect(matchedSteps(renamed, '1.30'), renamed).toEqual(before);
      }),
      { seed, numRuns: 500 },
    );
    expect(matched).toBeGreaterThan(1000);
  });

  test.skipIf(corpusMissing)(`in real files${corpusMissing ?? ''}`, { timeout: 120_000 }, () => {
    const random = createRandom(seed);
    let compared = 0;
    let refused = 0;
    for (const folder of folders.filter(({ valid }) => valid)) {
      for (const { name, text } of corpusFiles(folder)) {
        const before = matchedSteps(text, folder.targets[0]);
        if (!before) continue;
        const given = [random.pick(hostile), undefined, random.pick(hostile), `n${random.below(1000)}`];
        const renamed = renameSteps(text, (step) => given[step % given.length]);
        const after = matchedSteps(renamed, folder.targets[0]);
        if (!after) refused++;
        else expect(after, `${name}\n${renamed}`).toEqual(before);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(refused / compared).toBeLessThan(0.05);
  });
});

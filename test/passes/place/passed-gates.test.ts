import { dump } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const gate = { id: 'cov', type: 'shell', command: './cov.sh', tasks: ['build'] };

describe('a gate in a job says so where a job behind it runs whatever becomes of that', () => {
  test.each([
    ['always()', 'DW484'],
    ['success() || failure()', 'DW484'],
    ['!cancelled()', 'DW484'],
    ["always() && github.ref == 'refs/heads/main'", 'DW484'],
    ["always() && needs.build.result != 'skipped'", 'DW484'],
    ["always() && needs.build.result == 'success'", undefined],
    ["always() && needs.build.result != 'failure'", undefined],
    ["!cancelled() && !contains(needs.*.result, 'failure')", undefined],
    ['!failure() && !cancelled()', undefined],
    ["success() && github.ref == 'refs/heads/main'", undefined],
    ['failure()', undefined],
    ["always() && contains(needs.*.result, 'failure')", undefined],
    ["always() && needs.build.result == 'failure'", undefined],
  ])('GitHub Actions, `if: %s`: %s', (condition, code) => {
    expect(codes(jobs({ deploy: { needs: 'build', if: condition } }))).toEqual(code ? [[code, 'deploy']] : []);
  });

  test('GitHub Actions, in a policy, as an error', () => {
    expect(codes(jobs({ deploy: { needs: 'build', if: 'always()' } }), { layer: 'policy' })).toEqual([
      ['DW485', 'deploy'],
    ]);
  });

  test('GitLab CI, by needs, by stages and by rules', () => {
    const told = codes(
      {
        stages: ['build', 'ship'],
        build: { stage: 'build', script: ['make'] },
        deploy: { stage: 'ship', when: 'always', script: ['./deploy.sh'] },
        other: { stage: 'ship', needs: ['build'], rules: [{ if: '$CI', when: 'always' }], script: ['./deploy.sh'] },
        waits: { stage: 'ship', script: ['./deploy.sh'] },
      },
      { path: '.gitlab-ci.yml' },
    );
    expect(told).toEqual([
      ['DW484', 'deploy'],
      ['DW484', 'other'],
    ]);
  });
});

describe('a job between', () => {
  const between = (own: object, condition: string) =>
    codes(jobs({ test: { needs: 'build', ...own }, deploy: { needs: 'test', if: condition } }));
  test('that is skipped hands the failure on', () => {
    expect(between({}, 'always()')).toEqual([['DW484', 'deploy']]);
    expect(between({}, "always() && needs.test.result != 'failure'")).toEqual([['DW484', 'deploy']]);
    expect(between({}, "always() && needs.test.result == 'success'")).toEqual([]);
  });
  test('that runs all the same is named, and nothing behind it', () => {
    expect(between({ if: 'always()' }, 'success()')).toEqual([['DW484', 'test']]);
  });
  test('that waits for the gate keeps the one behind it from running', () => {
    const told = codes(
      jobs({
        test: { needs: 'build', if: "always() && needs.build.result == 'success'" },
        deploy: { needs: ['build', 'test'], if: "always() && needs.test.result == 'success'" },
      }),
    );
    expect(told).toEqual([]);
  });
});

describe('a job that looks at the results of its needs', () => {
  const judge = {
    needs: ['build'],
    if: 'always()',
    steps: [{ uses: 'acme/alls-green@v1', with: { jobs: '${{ toJSON(needs) }}' } }],
  };
  test('is there to judge them, so nothing is said', () => expect(codes(jobs({ judge }))).toEqual([]));
  test('is a warning in a policy, which cannot rely on that', () =>
    expect(codes(jobs({ judge }), { layer: 'policy' })).toEqual([['DW484', 'judge']]));
});

describe('nothing is said', () => {
  const deploy = { needs: 'build', if: 'always()' };
  test.each([
    ['of a gate in front of the work', { point: 'pre_task' }],
    ['of what nothing waits for', { await: false }],
    ['of what is no gate', { on_failure: 'continue' }],
    ['of a hook for one step', { tasks: ['*'], match: { runs: 'make' }, each: 'step' }],
  ])('%s', (_, rule) => expect(codes(jobs({ deploy }), { rule })).toEqual([]));

  test('of a job that does not wait for that one', () => {
    expect(codes(jobs({ deploy: { if: 'always()' } }))).toEqual([]);
  });
});

test('a job that lets others go on is what is named, not those behind it', () => {
  const flow = jobs({ deploy: { needs: 'build', if: 'always()' } }, { 'continue-on-error': true });
  expect(codes(flow)).toEqual([['DW484', 'build']]);
});

interface Given {
  readonly path?: string;
  readonly layer?: 'project' | 'policy';
  readonly rule?: Record<string, unknown>;
}

/** Which code names which node. */
function codes(workflow: object, { path = '.github/workflows/w.yml', layer = 'project', rule = {} }: Given = {}) {
  const { point = 'post_task', ...own } = rule;
  const hooks = { hooks: { enabled: true, injections: { [point as string]: [{ ...gate, ...own }] } } };
  const { diagnostics } = compile({
    workflow: [{ path, text: dump(workflow) }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify(hooks), layer }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
  });
  return diagnostics
    .filter(({ code }) => code === 'DW484' || code === 'DW485')
    .map(({ code, message }) => [code, /`([\w-]+)` of/.exec(message)![1]] as const);
}

function jobs(others: Record<string, object>, own: object = {}): object {
  const plain = { 'runs-on': 'ubuntu-latest', steps: [{ run: './deploy.sh' }] };
  const all = Object.entries(others).map(([name, job]) => [name, { ...plain, ...job }]);
  return { on: 'push', jobs: { build: { ...plain, steps: [{ run: 'make' }], ...own }, ...Object.fromEntries(all) } };
}

import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const gate = { id: 'gate', type: 'shell', command: './gate.sh', tasks: ['*'], optional: true };

describe('a gate behind a task says so where what waits for the task runs in any case', () => {
  test.each([
    ['Dagu 1.x', '1.30', 'flow.yaml', daguFlow('continueOn: {failure: true}')],
    ['Dagu 1.x, by exit codes', '1.30', 'flow.yaml', daguFlow('continueOn: {exitCode: [3]}')],
    ['Dagu 2.x', '2.15', 'flow.yaml', daguFlow('continue_on: failed')],
    [
      'Dagu 2.x, for all steps',
      '2.15',
      'flow.yaml',
      daguFlow('description: x').replace('type:', 'defaults: {continue_on: failed}\ntype:'),
    ],
    [
      'GitHub Actions',
      undefined,
      '.github/workflows/flow.yaml',
      `on: push\njobs:\n  c-test:\n    runs-on: ubuntu-latest\n    continue-on-error: true\n    steps: [{run: make test}]\n  deploy:\n    needs: c-test\n    runs-on: ubuntu-latest\n    steps: [{run: ./deploy.sh}]\n`,
    ],
    [
      'GitLab CI, by needs',
      undefined,
      '.gitlab-ci.yml',
      `c-test: {script: [make test], allow_failure: true}\ndeploy: {script: [./deploy.sh], needs: [c-test]}\n`,
    ],
    [
      'GitLab CI, by stages',
      undefined,
      '.gitlab-ci.yml',
      `stages: [test, ship]\nc-test: {stage: test, script: [make test], allow_failure: {exit_codes: 3}}\ndeploy: {stage: ship, script: [./deploy.sh]}\n`,
    ],
  ])('%s', (_, targetVersion, path, text) => {
    const reported = codes(text, { path, targetVersion });
    expect(reported).toContainEqual(['DW484', expect.stringContaining('`c-test`')]);
    expect(codes(text, { path, targetVersion, layer: 'policy' })).toContainEqual([
      'DW485',
      expect.stringContaining('`c-test`'),
    ]);
    expect(reported.filter(([code]) => code === 'DW484')).toHaveLength(1);
  });
});

describe('of Argo, what becomes of the caller is known', () => {
  const gone = (rule: string) => `where the gate of rule gate makes \`deploy\`${rule}`;
  test.each([
    [
      'steps: [[{name: deploy, template: ship, continueOn: {failed: true}}], [{name: after, template: work}]]',
      gone(' of `main` fail, `after` runs all the same'),
    ],
    [
      'steps: [[{name: deploy, template: ship, continueOn: {failed: true}}]]',
      gone(' fail, `main` ends as a success, because `deploy` has `continueOn`'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship, continueOn: {failed: yes}}]}',
      gone(' fail, `main` ends as a success, because `deploy` has `continueOn`'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: mend, template: work, depends: deploy.Failed}]}',
      gone(' fail, `main` ends as a success, because `mend` makes up for that'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: b, template: work, depends: deploy}, {name: mend, template: work, depends: b.Omitted}]}',
      gone(' fail, `main` ends as a success, because `mend` makes up for that'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: mend, template: work, depends: deploy.Failed}, {name: after, template: work, depends: mend || deploy}]}',
      gone(' of `main` fail, `after` runs all the same'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: after, template: work, depends: "!deploy.Skipped"}]}',
      gone(' of `main` fail, `after` runs all the same'),
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: after, template: work, dependencies: [deploy], continueOn: {failed: true}}]}',
      gone(' fail, `main` ends as a success, because what is left out behind it has `continueOn`'),
    ],
    [
      'dag: {target: deploy mend, tasks: [{name: deploy, template: ship}, {name: mend, template: work, depends: deploy.Failed}]}',
      undefined,
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: mend, template: work, depends: deploy.Failed}, {name: report, template: work, depends: deploy}]}',
      undefined,
    ],
    [
      'dag: {tasks: [{name: deploy, template: ship}, {name: after, template: work, dependencies: [deploy]}]}',
      undefined,
    ],
    [
      `dag: {tasks: [{name: deploy, template: ship, continueOn: {failed: true}}, {name: after, template: work, dependencies: [deploy], when: "{{tasks.deploy.status}} == Succeeded"}]}`,
      undefined,
    ],
    [
      `dag: {tasks: [{name: deploy, template: ship}, {name: after, template: work, depends: deploy.Succeeded || deploy.Failed, when: "'x' == 'x' && '{{ tasks.deploy.status }}' == 'Succeeded'"}]}`,
      undefined,
    ],
    [
      `dag: {tasks: [{name: deploy, template: ship, continueOn: {failed: true}}, {name: after, template: work, dependencies: [deploy], when: "{{tasks.deploy.status}} == Failed"}]}`,
      gone(' of `main` fail, `after` runs all the same'),
    ],
    [
      `dag: {tasks: [{name: deploy, template: ship, continueOn: {failed: true}}, {name: b, template: work, dependencies: [deploy], when: "{{tasks.deploy.status}} == Succeeded"}, {name: after, template: work, dependencies: [b]}]}`,
      gone(' of `main` fail, `after` runs all the same'),
    ],
    [
      `steps: [[{name: deploy, template: ship, continueOn: {failed: true}}], [{name: after, template: work, when: "{{steps.deploy.status}} == Succeeded"}]]`,
      gone(' fail, `main` ends as a success, because `deploy` has `continueOn`'),
    ],
    [
      'dag: {tasks: [{name: other, template: work}, {name: deploy, template: ship, depends: "other.Failed"}]}',
      undefined,
    ],
  ])('%s', (main, message) => {
    const text = argoFlow(main);
    const expected = message === undefined ? [] : [['DW484', message]];
    for (const each of [
      { point: 'post_task' },
      { point: 'pre_task' },
      { point: 'pre_task', rule: { each: 'step', tasks: ['unit'] } },
    ]) {
      const reported = codes(text, { ...each, settings: { tasks_are: 'bodies' } });
      expect(reported.filter(([code]) => code === 'DW484')).toEqual(expected);
    }
  });

  test('behind another call as well', () => {
    const outer = argoFlow(
      'dag: {tasks: [{name: release, template: inner}, {name: mend, template: work, depends: release.Failed}]}',
    );
    const text = `${outer}    - {name: inner, steps: [[{name: deploy, template: ship}]]}\n`;
    const given = { point: 'pre_task', rule: { each: 'step', tasks: ['unit'] } };
    expect(codes(text, given).map(([, message]) => message)).toEqual([
      'where the gate of rule gate makes `release` fail, `main` ends as a success, because `mend` makes up for that',
    ]);
  });

  test('for a policy, an error where something runs that the gate is to stop', () => {
    const text = argoFlow(
      'dag: {tasks: [{name: deploy, template: ship}, {name: after, template: work, depends: "deploy || deploy.Failed"}]}',
    );
    const given = { settings: { tasks_are: 'bodies' }, layer: 'policy' } as const;
    expect(codes(text, given).map(([code]) => code)).toEqual(['DW485']);
    expect(codes(text, { ...given, point: 'pre_task' }).map(([code]) => code)).toEqual(['DW484']);
  });
});

/** `ship` is a template with steps. */
function argoFlow(main: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: flow}
spec:
  entrypoint: main
  templates:
    - {name: main, ${main}}
    - {name: ship, steps: [[{name: unit, template: work}]]}
    - {name: work, container: {image: alpine, command: [make]}}
`;
}

const tolerant = 'continueOn: {failure: true}';

describe('nothing is said', () => {
  test.each([
    ['of a gate in front of the work', tolerant, { point: 'pre_task' }],
    ['of what nothing waits for', tolerant, { await: false }],
    ['of what is no gate', tolerant, { on_failure: 'continue' }],
    ['of a hook for each step', tolerant, { each: 'step' }],
    ['where others go on if it was skipped', 'continueOn: {skipped: true}', {}],
    ['where others do not go on', 'description: x', {}],
  ])('%s', (_, field, { point, ...rule }: Record<string, unknown>) => {
    const reported = codes(daguFlow(field), { targetVersion: '1.30', rule, point: point as string });
    expect(reported.filter(([code]) => code === 'DW484')).toEqual([]);
  });

  test('where nothing waits for the task', () => {
    const text = daguFlow(tolerant).replace('depends: [c-test]', 'depends: []');
    expect(codes(text, { targetVersion: '1.30' }).filter(([code]) => code === 'DW484')).toEqual([]);
  });

  test('of a task whose caller stops, although a caller above does not', () => {
    const text = daguFlow(tolerant).replace(
      '---\nname: test\nsteps:\n  - name: unit\n    command: make test\n',
      '---\nname: test\nsteps:\n  - name: unit\n    call: unit\n---\nname: unit\nsteps:\n  - name: run\n    command: make test\n',
    );
    const reported = codes(text, { targetVersion: '1.30', rule: { tasks: ['unit'] } });
    expect(reported.filter(([code]) => code === 'DW484')).toEqual([]);
  });
});

test('what is compiled document by document says so, too', () => {
  for (const field of [tolerant, 'continueOn: {skipped: true}', 'description: x']) {
    const [byShape, inFull] = [true, false].map((one) =>
      codes(daguFlow(field), { targetVersion: '1.30', byShape: one }),
    );
    expect(byShape).toEqual(inFull);
  }
});

interface Given {
  readonly path?: string;
  readonly targetVersion?: string | undefined;
  readonly layer?: 'project' | 'policy';
  readonly settings?: object;
  readonly point?: string;
  readonly rule?: object;
  readonly byShape?: boolean;
}

function codes(text: string, given: Given): readonly (readonly [string, string])[] {
  const { path = 'flow.yaml', targetVersion, layer = 'project', settings, point = 'post_task', rule, byShape } = given;
  const hooks = { hooks: { enabled: true, ...settings, injections: { [point]: [{ ...gate, ...rule }] } } };
  const { diagnostics } = compile({
    workflow: [{ path, text }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify(hooks), layer }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion, byShape },
  });
  return diagnostics.map(({ code, message }) => [code, message] as const);
}

/** A task that is called with a field, and a step that waits for it. */
function daguFlow(field: string): string {
  return [
    'name: flow\ntype: graph\nsteps:\n',
    `  - name: c-test\n    call: test\n    ${field}\n`,
    '  - name: deploy\n    command: ./deploy.sh\n    depends: [c-test]\n',
    '---\nname: test\nsteps:\n  - name: unit\n    command: make test\n',
  ].join('');
}

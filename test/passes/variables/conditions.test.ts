import { describe, expect, test } from 'vitest';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { createConditions } from '../../../src/passes/variables/conditions.js';
import type { VariableOptions } from '../../../src/passes/variables/variable-table.js';
import { placeIn, ruleFor, rulesWith, spanAt } from '../a-place.js';

const root = placeIn('root');
const ownParams = ['STAGE', 'ITERATION', 'TASK'];
const task = placeIn('task', { ownParams });

interface Given {
  readonly place?: typeof root;
  readonly rules?: Parameters<typeof rulesWith>[0];
  readonly options?: VariableOptions;
}

/** What a condition comes to at a place, and the codes of what was reported. */
function decided(when: string, { place = task, rules, options = {} }: Given = {}) {
  const { report, all } = createCollector();
  const conditions = createConditions(rulesWith(rules), options, report);
  const verdict = conditions.at({ ...ruleFor({}), when: { text: when, span: spanAt(5) } }, place);
  conditions.tell();
  const left = typeof verdict === 'string' ? verdict : verdict.text;
  const values = typeof verdict === 'string' ? [] : [...verdict.values];
  return { left, values, told: all().map(({ code }) => code) };
}

describe('what is known before the run is filled in', () => {
  test.each<[string, string, Given?]>([
    ["task_id == 'T001'", 'always'],
    ["task.name != 'T001'", 'never'],
    ["dag.name == 'T001' && step.type == 'shell'", 'always'],
    ["vars.team == 'web'", 'always', { rules: { vars: { team: 'web' } } }],
    ["env.CI == 'true'", 'never', { options: { environment: new Map([['CI', 'false']]) } }],
    ["spec_id == 'mine'", 'always', { rules: { context: { spec_id: '{{vars.spec}}' }, vars: { spec: 'mine' } } }],
    ["${STAGE} == 'work'", "${STAGE} == 'work'"],
    ["task_id == 'T001' && ${STAGE} == 'work'", "${STAGE} == 'work'"],
    ["task_id == 'T001' || ${STAGE} == 'work'", 'always'],
    ["${STAGE} == 'work' && task_id == 'T002'", 'never'],
    ['${ITERATION} % vars.every == 0', '${ITERATION} % 10 == 0', { rules: { vars: { every: '10' } } }],
    ['${ITERATION} % vars.every == 0', 'never', { rules: { vars: { every: 'often' } } }],
    [
      '${TASK} == task_id',
      "${TASK} == '\"; touch ran; \\'$(x)`y`'",
      { place: placeIn('task', { ownParams }, '"; touch ran; \'$(x)`y`') },
    ],
  ])('%s is %s', (when, left, given) => {
    const found = decided(when, given);
    expect(found.left).toBe(left);
    expect(found.told).toEqual(left === 'never' ? ['DW421'] : []);
  });

  test('a variable of ours that only the run knows is handed over as a value', () => {
    const place = placeIn('task', { ownParams, own: { ARBORIST_BRANCH: '$HOME/x' } });
    expect(decided("branch_name == 'x' && ${STAGE} == 'work'", { place })).toEqual({
      left: "branch_name == 'x' && ${STAGE} == 'work'",
      values: [['branch_name', [{ kind: 'expression', expression: '$(printenv ARBORIST_BRANCH)' }]]],
      told: [],
    });
  });

  test('a value that is decided without is not handed over', () => {
    const when = "timestamp == 'x' && task_id == 'T002' || ${STAGE} == 'work'";
    expect(decided(when)).toMatchObject({ left: "${STAGE} == 'work'", values: [] });
  });
});

describe('what has no value', () => {
  test.each<[string, string[], Given?]>([
    ["vars.team == 'web'", ['DW421', 'DW514']],
    ["task_id == 'T001'", ['DW421', 'DW514'], { place: root }],
    ["task.nmae == 'T001'", ['DW421', 'DW514']],
    ["task_id == 'T002' && vars.team == 'web'", ['DW421']],
    ["task_id == 'T001' || vars.team == 'web'", []],
    ["task_id == 'a'", ['DW421', 'DW505'], { place: placeIn('task', {}, 'a\0b') }],
  ])('in %s gives %j', (when, told, given) => {
    expect(decided(when, given).told).toEqual(told);
  });

  test('because only the caller sets it is a warning', () => {
    const outer = { place: placeIn('task', { root: { STAGE: 'work' } }) };
    expect(decided("${STAGE} == 'work'", outer).told).toEqual(['DW515']);
    const both = { place: placeIn('task', { root: { STAGE: 'work' }, own: { STAGE: 'plan' } }) };
    expect(decided("${STAGE} == 'work'", both).told).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ["env.API_KEY != ''", 'always', []],
    ["env.API_KEY != '' && ${STAGE} == 'plan'", "${STAGE} == 'plan'", []],
    ["env.API_KEY == '' || ${STAGE} == 'key-abcdef'", "${STAGE} == 'key-abcdef'", []],
    ['${STAGE} == env.API_KEY', "${STAGE} == 'key-abcdef'", ['DW514']],
  ])('in %s, where a secret may decide but must not be left in the text', (when, left, told) => {
    expect(decided(when, { options: { environment: new Map([['API_KEY', 'key-abcdef']]) } })).toMatchObject({
      left,
      told,
    });
  });

  test('because nothing sets it is a warning, with the name that was probably meant', () => {
    const places = [placeIn('root', { root: { COVERAGE: '90' } }), placeIn('task', { own: { COVERAGE: '90' } })];
    for (const place of places) {
      const { report, all } = createCollector();
      const when = { text: "task_id != 'x' || ${COVERGAE} > 80", span: { file: 'hooks.yaml', start: 0, end: 34 } };
      createConditions(rulesWith({ context: { task_id: 'x' } }), {}, report).at({ ...ruleFor({}), when }, place);
      expect(all().map(({ code, message, span }) => [code, message, span])).toEqual([
        [
          'DW519',
          'the condition uses `${COVERGAE}`, but nothing in the workflow sets it, so it is empty; did you mean `${COVERAGE}`?',
          { file: 'hooks.yaml', start: 18, end: 29 },
        ],
      ]);
    }
    for (const name of ['STAGE', 'NOWHERE', 'CI', 'GITHUB_SHA']) {
      expect(decided(`\${${name}} == 'x'`, { place: root }).told).toEqual(['DW519']);
    }
  });

  test.each([
    'PATH',
    'HOME',
    'DAG_RUN_ID',
    'DAGU_HOME',
    'LC_ALL',
    'T001_HOOK_SCAN_RESULT',
    'KEPT',
    'SPAWN_OUTPUT',
  ])('is no mistake for %s, which the engine or a hook sets', (name) => {
    const { report, all } = createCollector();
    const { step, ...rule } = ruleFor({ pipeline: 'other' }, 'spawn');
    const rules = { ...rulesWith(), rules: [{ ...rule, step: { ...step, output: 'KEPT' } }] };
    const when = { text: `\${${name}} == 'x'`, span: spanAt(5) };
    createConditions(rules, {}, report).at({ ...ruleFor({}), when }, root);
    expect(all()).toEqual([]);
  });

  test('because a called DAG does not see it is a warning', () => {
    const place = placeIn('task', { root: { ARBORIST_WORKTREE: '$HOME/x' } });
    expect(decided("worktree_path == '.'", { place }).told).toEqual(['DW513']);
  });
});

test('places that a condition keeps a rule from are reported in one note', () => {
  const { report, all } = createCollector();
  const conditions = createConditions(rulesWith(), {}, report);
  const rule = { ...ruleFor({}), when: { text: "task_id == 'other'", span: spanAt(5) } };
  for (const name of ['T001', 'T002', 'T001']) conditions.at(rule, placeIn('task', {}, name));
  conditions.tell();
  expect(all().map(({ message }) => message)).toEqual([
    'rule post_task/lint inserts no step into T001, T002, because its condition is false there',
  ]);
});

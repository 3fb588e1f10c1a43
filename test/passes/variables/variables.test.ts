import { describe, expect, test } from 'vitest';
import type { Word } from '../../../src/model/step.js';
import type { BindPlace } from '../../../src/passes/variables/bind-place.js';
import type { VariableOptions } from '../../../src/passes/variables/variable-table.js';
import { createVariables } from '../../../src/passes/variables/variables.js';
import { elsewhere, placeIn, ruleFor, rulesWith, spanAt } from '../a-place.js';

const task = placeIn('task');
const root = placeIn('root');

function look(
  name: string,
  place: BindPlace,
  rules: Parameters<typeof rulesWith>[0] = {},
  options: VariableOptions = {},
) {
  return createVariables(rulesWith(rules), options)(ruleFor({ command: 'x' }), place)(name);
}

/** The value with expressions in angle brackets, or why there is no value. */
function value(...args: Parameters<typeof look>): string {
  const lookup = look(...args);
  return lookup.ok ? show(lookup.value) : `no value: ${lookup.why}`;
}

function show(word: Word): string {
  return word.map((part) => (part.kind === 'text' ? part.text : `<${part.expression}>`)).join('');
}

describe('defaults', () => {
  test.each([
    ['task_id', 'T001', 'no value: no-task'],
    ['spec_id', 'calc', 'calc'],
    ['worktree_path', '.', '.'],
    ['branch_name', 'calc_T001', 'calc'],
    ['parent_branch', 'calc', 'calc'],
    ['arborist_home', '.arborist', '.arborist'],
    ['timestamp', '<$(date -u +%Y-%m-%dT%H:%M:%SZ)>', '<$(date -u +%Y-%m-%dT%H:%M:%SZ)>'],
    ['task.name', 'T001', 'no value: no-task'],
    ['dag.name', 'T001', 'calc'],
    ['dag.file', 'calc.yaml', 'calc.yaml'],
    ['step.name', 'lint', 'lint'],
    ['step.type', 'shell', 'shell'],
  ])('%s is %s in a task and %s at root level', (name, inTask, atRoot) => {
    expect(value(name, task)).toBe(inTask);
    expect(value(name, root)).toBe(atRoot);
  });
  test('branches and the workspace have none where nothing shows Arborist', () => {
    for (const name of ['worktree_path', 'branch_name', 'parent_branch']) {
      expect(value(name, elsewhere(task))).toBe('no value: unset');
      expect(value(name, elsewhere(root))).toBe('no value: unset');
      expect(value(name, elsewhere(task), {}, { variables: new Map([[name, 'given']]) })).toBe('given');
    }
    expect(value('parent_branch', elsewhere(placeIn('task', { own: { ARBORIST_HOME: '/a' } })))).toBe('calc');
    expect(value('spec_id', elsewhere(task))).toBe('calc');
  });
  test('a pinned time is text', () => {
    expect(value('timestamp', root, {}, { sourceDateEpoch: 1705314600 })).toBe('2024-01-15T10:30:00Z');
  });
  test('names of a model are values like others', () => {
    const name = `$(touch x)"';\n\${{ y }} {{task_id}}`;
    expect(value('task_id', placeIn('task', {}, name))).toBe(name);
    expect(value('branch_name', placeIn('task', {}, name))).toBe(`calc_${name}`);
  });
});

describe('the environment of the workflow', () => {
  test.each([
    ['spec_id', 'ARBORIST_SPEC_ID', '002-my', '002-my'],
    ['spec_id', 'ARBORIST_MANIFEST', '/a/b/calculator.json', 'calculator'],
    ['worktree_path', 'ARBORIST_WORKTREE', '/work/T 1', '/work/T 1'],
    ['branch_name', 'ARBORIST_BRANCH', 'b', 'b'],
    ['parent_branch', 'ARBORIST_PARENT_BRANCH', 'main', 'main'],
    ['arborist_home', 'ARBORIST_HOME', '/h', '/h'],
  ])('gives %s by %s', (name, setting, raw, expected) => {
    expect(value(name, placeIn('task', { own: { [setting]: raw } }))).toBe(expected);
    expect(value(name, placeIn('task', { root: { [setting]: raw } }))).toBe(expected);
    expect(value(name, placeIn('task', { own: { [setting]: raw }, root: { [setting]: 'other' } }))).toBe(expected);
  });
  test('the branch of a task follows the spec', () => {
    expect(value('branch_name', placeIn('task', { root: { ARBORIST_MANIFEST: 'calculator.json' } }))).toBe(
      'calculator_T001',
    );
  });
  test.each(['$HOME/x', '${ROOT}', '`pwd`'])('what the engine expands, such as %s, is known at run time', (raw) => {
    expect(value('worktree_path', placeIn('task', { own: { ARBORIST_WORKTREE: raw } }))).toBe(
      '<$(printenv ARBORIST_WORKTREE)>',
    );
    expect(value('spec_id', placeIn('root', { root: { ARBORIST_MANIFEST: raw } }))).toBe(
      '<$(basename "$(printenv ARBORIST_MANIFEST)" .json)>',
    );
  });
  test('but a called DAG does not see what its caller expands', () => {
    expect(value('worktree_path', placeIn('task', { root: { ARBORIST_WORKTREE: '$HOME/x' } }))).toBe('.');
  });
  test('a parameter of the called DAG, which its caller may give, is above every setting', () => {
    const place = placeIn('task', {
      ownParams: ['ARBORIST_WORKTREE'],
      own: { ARBORIST_WORKTREE: '/own' },
      root: { ARBORIST_WORKTREE: '/root' },
    });
    expect(value('worktree_path', place)).toBe('<$(printenv ARBORIST_WORKTREE)>');
  });
  test('a parameter of the root hides its setting of the same name from the called DAG', () => {
    const given = { rootParams: ['ARBORIST_WORKTREE'], root: { ARBORIST_WORKTREE: '/root' } };
    expect(value('worktree_path', placeIn('root', given))).toBe('<$(printenv ARBORIST_WORKTREE)>');
    expect(look('worktree_path', placeIn('task', given))).toMatchObject({
      value: [{ text: '.' }],
      hidden: { dag: 'calc', name: 'ARBORIST_WORKTREE' },
    });
  });
  test('a setting that a hook replaces with what it prints is known at run time', () => {
    const { step, ...rule } = ruleFor({ command: 'make-worktree' });
    const rules = { ...rulesWith(), rules: [{ ...rule, step: { ...step, output: 'ARBORIST_WORKTREE' } }] };
    const table = createVariables(rules, {})(undefined, placeIn('root', { root: { ARBORIST_WORKTREE: '/w' } }));
    expect(table('worktree_path')).toMatchObject({ value: [{ expression: '$(printenv ARBORIST_WORKTREE)' }] });
  });
  test('a run-time value mixes with text', () => {
    expect(value('branch_name', placeIn('task', { own: { ARBORIST_SPEC_ID: '$S' } }))).toBe(
      '<$(printenv ARBORIST_SPEC_ID)>_T001',
    );
  });
});

describe('the order of sources', () => {
  const place = placeIn('task', { own: { ARBORIST_WORKTREE: '/w' } });
  const context = { worktree_path: '/c/{{task_id}}' };
  const options = { variables: new Map([['worktree_path', '/o']]) };
  test('option, context, workflow, default; each says where it comes from', () => {
    expect(look('worktree_path', place, { context }, options)).toMatchObject({
      value: [{ text: '/o' }],
      source: { kind: 'option' },
    });
    expect(look('worktree_path', place, { context })).toMatchObject({
      value: [{ text: '/c/T001' }],
      source: { kind: 'context', span: spanAt(100) },
    });
    expect(look('worktree_path', place)).toMatchObject({
      source: { kind: 'workflow', dag: 'T001', name: 'ARBORIST_WORKTREE' },
    });
    expect(look('worktree_path', task)).toMatchObject({ source: { kind: 'default' } });
  });
  test('a value from the command line is no template', () => {
    expect(value('spec_id', task, {}, { variables: new Map([['spec_id', '{{task_id}}']]) })).toBe('{{task_id}}');
  });
  test('context may read the environment and own variables', () => {
    const rules = { context: { arborist_home: '{{env.H}}/{{vars.team}}' }, vars: { team: 'p' } };
    expect(value('arborist_home', task, rules, { environment: new Map([['H', '/h']]) })).toBe('/h/p');
    expect(look('arborist_home', task, rules)).toEqual({
      ok: false,
      name: 'env.H',
      why: 'unset',
      nearest: undefined,
      within: spanAt(100),
    });
  });
  test('context that goes round in a cycle has no value', () => {
    const rules = { context: { spec_id: '{{branch_name}}', branch_name: 'b/{{spec_id}}' } };
    expect(value('spec_id', task, rules)).toBe('no value: circular');
    expect(value('worktree_path', task, { context: { worktree_path: '{{worktree_path}}/x' } })).toBe(
      'no value: circular',
    );
  });
});

describe('own variables', () => {
  test('come from the configuration, and from the command line before that', () => {
    expect(value('vars.team', root, { vars: { team: 'a' } })).toBe('a');
    expect(value('vars.team', root, { vars: { team: 'a' } }, { variables: new Map([['team', 'b']]) })).toBe('b');
    expect(value('vars.team', root, { vars: { team: 'a' } }, { variables: new Map([['vars.team', 'c']]) })).toBe('c');
  });
  test('a misspelt one is reported with its neighbour', () => {
    expect(look('vars.taem', root, { vars: { team: 'a' } })).toMatchObject({ why: 'unset', nearest: 'vars.team' });
    expect(look('vars.region_nmae', root, { vars: { region_name: 'a' } })).toMatchObject({
      nearest: 'vars.region_name',
    });
    expect(look('task.nam', root)).toMatchObject({ why: 'unknown', nearest: 'task.name' });
  });
  test.each([
    'vars.__proto__',
    'vars.constructor',
    'env.toString',
    'task.__proto__',
  ])('%s finds no prototype', (name) => {
    expect(look(name, task, {}, { environment: new Map(), variables: new Map() })).toMatchObject({ ok: false });
  });
});

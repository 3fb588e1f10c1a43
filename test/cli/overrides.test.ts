import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnvironment, readSetOptions } from '../../src/cli/overrides.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { readConfiguration } from '../../src/frontends/index.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import { mergeLayers } from '../../src/passes/rules/merge.js';
import { resolveRules } from '../../src/passes/rules/resolve.js';

type Read = (report: ReturnType<typeof createCollector>['report']) => readonly ConfigurationFile[];

function rulesFrom(read: Read) {
  const collector = createCollector();
  const layers = read(collector.report).flatMap((file) => readConfiguration(file, collector.report) ?? []);
  const rules = resolveRules(mergeLayers(layers, collector.report), collector.report);
  return { rules, diagnostics: collector.all(), codes: collector.all().map((one) => one.code) };
}

const bySet = (...settings: string[]) => rulesFrom((report) => readSetOptions(settings, report));
const byEnvironment = (environment: Record<string, string>) =>
  rulesFrom((report) => readEnvironment(environment, report));

describe('--set', () => {
  test.each([
    ['hooks.enabled=true', { enabled: true }],
    ['hooks.enabled=yes', { enabled: true }],
    ['hooks.enabled=0', { enabled: false }],
    ['hooks.runtime=npx --yes dagweave', { runtime: 'npx --yes dagweave' }],
    ['hooks.runtime=42', { runtime: '42' }],
    ['hooks.target_version=1.30', { targetVersion: '1.30' }],
    ['hooks.target_version=v2', { targetVersion: 'v2' }],
    ['hooks.tasks_are=nodes', { tasksAre: 'nodes' }],
    ['hooks.limits.max_added_steps=20', { maxAddedSteps: 20 }],
    ['hooks.task_ids=T*', { taskIds: [{ text: 'T*' }] }],
    ['hooks.task_ids=[T001, "T002"]', { taskIds: [{ text: 'T001' }, { text: 'T002' }] }],
  ])('%s', (setting, expected) => {
    const { rules, codes } = bySet(setting);
    expect(codes).toEqual([]);
    expect(rules).toMatchObject(expected);
  });

  test('sets variables and contexts as text, whatever they hold', () => {
    const { rules } = bySet(
      'hooks.vars.build=1.10',
      'hooks.vars.__proto__=null',
      'hooks.context.spec_id={{vars.build}}',
    );
    expect([...rules.vars]).toEqual([
      ['build', '1.10'],
      ['__proto__', 'null'],
    ]);
    expect(rules.context.get('spec_id')?.text).toBe('{{vars.build}}');
  });

  test('gives back every text unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(bySet(`hooks.vars.any=${text}`).rules.vars.get('any')).toBe(text);
      }),
    );
  });

  test('the last of one name counts', () => {
    expect(bySet('hooks.enabled=true', 'hooks.runtime=a', 'hooks.enabled=false').rules.enabled).toBe(false);
  });

  test.each([
    ['hooks.enabeld=true', 'DW341', 'did you mean "hooks.enabled"?'],
    ['enabled=true', 'DW341', 'did you mean "hooks.enabled"?'],
    ['hooks.injections=[]', 'DW341', 'settings for --set: hooks.enabled, '],
    ['version=2', 'DW341', 'settings for --set: hooks.enabled, '],
    ['__proto__=2', 'DW341', 'settings for --set: hooks.enabled, '],
    ['hooks.enabled', 'DW340', 'hooks.enabled=true'],
    ['=true', 'DW340', 'hooks.enabled=true'],
    ['hooks.enabled=maybe', 'DW311', 'make it true or false'],
    ['hooks.limits.max_added_steps=-1', 'DW313', 'at least 0'],
    ['hooks.tasks_are=node', 'DW312', 'did you mean'],
    ['hooks.vars.a-b=1', 'DW315', 'letters, digits'],
  ])('%s is %s', (setting, code, help) => {
    const { diagnostics, codes } = bySet(setting);
    expect(codes).toEqual([code]);
    expect(diagnostics[0]?.help).toContain(help);
  });
});

describe('environment', () => {
  test('variables are named after settings', () => {
    const { rules, codes } = byEnvironment({
      DAGWEAVE_HOOKS_ENABLED: 'true',
      DAGWEAVE_HOOKS_LIMITS_MAX_ADDED_STEPS: '7',
      DAGWEAVE_HOOKS_CONTEXT_SPEC_ID: '002',
      HOOKS_ENABLED: 'false',
    });
    expect(codes).toEqual([]);
    expect(rules).toMatchObject({ enabled: true, maxAddedSteps: 7 });
    expect(rules.context.get('spec_id')?.text).toBe('002');
  });

  test('an empty variable counts as none', () => {
    expect(byEnvironment({ DAGWEAVE_HOOKS_ENABLED: '' }).codes).toEqual([]);
  });

  test('a misspelt variable is a warning with the name that was meant', () => {
    const { diagnostics } = byEnvironment({ DAGWEAVE_HOOKS_ENABELD: '1' });
    expect(diagnostics[0]).toMatchObject({
      code: 'DW342',
      severity: 'warning',
      help: 'did you mean "DAGWEAVE_HOOKS_ENABLED"?',
    });
  });

  test('a value of the wrong kind is an error at the variable', () => {
    const { diagnostics } = byEnvironment({ DAGWEAVE_HOOKS_ENABLED: 'perhaps' });
    expect(diagnostics[0]).toMatchObject({ code: 'DW311', span: { file: 'DAGWEAVE_HOOKS_ENABLED' } });
  });
});

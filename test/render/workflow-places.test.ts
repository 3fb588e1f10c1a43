import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { githubDiagnostics, sarifDiagnostics } from '../../src/render/diagnostics-for-programs.js';
import { createLocator } from '../../src/render/locator.js';

const workflow = { path: 'flow.yaml', text: 'type: graph\nsteps:\n  - {name: build, command: make}\n' };

/** Rules that this workflow does not keep. */
const broken: readonly (readonly [code: string, point: string, rule: string])[] = [
  ['DW401', 'post_task', '{id: scan, type: shell, command: x, tasks: [biuld]}'],
  ['DW402', 'post_task', '{id: scan, type: shell, command: x, tasks: [build, biuld]}'],
  ['DW404', 'post_task', '{id: scan, type: shell, command: x, before: deploy, on_missing_anchor: error}'],
  ['DW453', 'post_task', '{id: scan, type: shell, command: x, match: {runs: make}, expect: {min: 2}}'],
  ['DW454', 'post_task', '{id: scan, type: shell, command: x, match: {runs: "npm *"}}'],
];

describe('a finding about a workflow has its place there, and the rule as a second place', () => {
  test.each(broken)('%s', (code, point, rule) => {
    const hooks = {
      path: 'hooks.yaml',
      text: `hooks:\n  enabled: true\n  injections:\n    ${point}:\n      - ${rule}\n`,
    };
    const { diagnostics } = compile({
      workflow: [workflow],
      configuration: [{ ...hooks, layer: 'project' }],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { targetVersion: '1.30' },
    });
    const found = diagnostics.filter((one) => one.code === code);
    expect(found).toHaveLength(1);
    const locate = createLocator([workflow, hooks]);
    const [result] = JSON.parse(sarifDiagnostics(found, locate)).runs[0].results;
    expect(uriOf(result.locations[0])).toBe('flow.yaml');
    expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThan(0);
    expect(uriOf(result.relatedLocations[0])).toBe('hooks.yaml');
    expect(githubDiagnostics(found, locate)).toMatch(/^::(?:error|warning) file=flow\.yaml,line=[1-9]/);
  });
});

test('a finding about no place is at the first of the files, because builds take none without a file', () => {
  const { all, report } = createCollector();
  report('DW819', { enabled: true, written: 0, mayBeMeant: true });
  const [result] = JSON.parse(sarifDiagnostics(all(), createLocator([]), 'a b/hooks.yaml')).runs[0].results;
  expect(uriOf(result.locations[0])).toBe('a%20b/hooks.yaml');
});

function uriOf(place: { physicalLocation: { artifactLocation: { uri: string } } }): string {
  return place.physicalLocation.artifactLocation.uri;
}

test.each([
  'run',
  'workflow',
  'dag',
])('one match too many per %s has its own place, and the message names all', (per) => {
  const text = 'type: graph\nsteps:\n  - {name: a, command: make}\n  - {name: b, command: make}\n';
  const rules = `hooks:\n  enabled: true\n  injections:\n    post_task:\n      - {id: scan, type: shell, command: x, match: {runs: make}, expect: {max: 1, per: ${per}}}\n`;
  const { diagnostics } = compile({
    workflow: [{ path: 'w.yaml', text }],
    configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  const [found] = diagnostics.filter(({ code }) => code === 'DW453');
  expect(text.slice(found!.span!.start, found!.span!.end)).toBe('b');
  expect(found!.message).toContain('(`a`, `b`)');
});

import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const pipeline = (more: string) => `stages: [build, deploy]
ship: {stage: build, script: [./ship], ${more}}
announce: {stage: deploy, script: [./announce], needs: [ship]}
`;

test('a gate behind the commands of a manual job stops nothing, for that job may fail', () => {
  expect(codesOf(pipeline('when: manual'), 'project')).toEqual(['DW484']);
  expect(codesOf(pipeline('when: manual'), 'policy')).toEqual(['DW485']);
});

test.each([
  ['the job says that it may not', 'when: manual, allow_failure: false'],
  ['a rule says that a person starts it', 'rules: [{if: $X, when: manual}]'],
  ['nobody has to start it', 'when: on_success'],
])('it holds where %s', (_, more) => {
  expect(codesOf(pipeline(more), 'policy')).toEqual([]);
});

function codesOf(text: string, layer: 'project' | 'policy'): readonly string[] {
  const injections = { post_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['ship'] }] };
  const { diagnostics } = compile({
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [{ layer, path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.map(({ code }) => code);
}

import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import type { Report } from '../../src/diagnostics/diagnostics.js';
import type { ConfigurationText } from '../../src/frontends/configuration-text.js';
import type { Frontend } from '../../src/frontends/frontend.js';
import { frontends } from '../../src/frontends/index.js';
import { locate, mapAt, readWritten, type WrittenMap } from '../../src/frontends/written.js';
import { type Layer, noSettings, usualRule, usualStep, type WrittenRule } from '../../src/model/layer.js';
import type { RuleVariable } from '../../src/model/rule.js';
import { pairOf } from '../../src/text/yaml-access.js';

/** A made-up way of writing rules: commands under `before each task`, each with a condition if it likes. */
const toy: Frontend = {
  accepts: ({ root }) => pairOf(root, 'before each task') !== undefined,
  read(text: ConfigurationText, report: Report): Layer | undefined {
    const written = readWritten(text.file.path, text.root, report);
    if (written?.kind !== 'map') return undefined;
    const rules = Object.keys(mapAt(written, 'before each task').value).map((command) =>
      ruleOf(command, mapAt(written, 'before each task')),
    );
    const faulty = { steps: new Set<string>(), rules: false };
    const { span } = written;
    return { name: text.file.layer, settings: noSettings, definitions: new Map(), rules, faulty, inForce: span };
  },
};

const variables: ReadonlyMap<string, RuleVariable> = new Map([
  [
    'NUMBER',
    {
      origin: { from: 'task position', otherwise: { reason: 'no task', points: [] } },
      mayBePrinted: false,
      mayBeStated: true,
    },
  ],
  ['ALL_TASKS', { origin: { from: 'task count' }, mayBePrinted: false, mayBeStated: true }],
]);

function ruleOf(command: string, list: WrittenMap): WrittenRule {
  const { value, span } = locate(list, [command]);
  const places = new Map([['command', span]]);
  const definition = {
    ...usualStep,
    type: 'shell',
    name: undefined,
    config: { command },
    syntax: { names: [...variables.keys()], kept: undefined },
    promptsDirectory: '.',
    nameSpan: span,
    fieldSpans: places,
    keySpans: places,
    span,
  };
  const kind = { around: 'tasks', dispensable: false, variables } as const;
  const watched = { status: false, output: false };
  return {
    ...usualRule,
    point: 'pre_task',
    run: 'success',
    step: { kind: 'inline', definition },
    when: typeof value === 'string' ? { value, span } : undefined,
    action: { point: 'before_each_task', list: span.file, loop: undefined, watched, ...kind },
    span,
  };
}

const workflow =
  'type: graph\nsteps:\n  - name: one\n    command: "true"\n  - {name: two, command: "true", depends: [one]}\n';

function compiled(rules: string) {
  const library = { read: () => ({ kind: 'missing' as const, path: '', known: [] }) };
  return compile({
    workflow: [{ path: 'workflow.yaml', text: workflow }],
    configuration: [{ path: 'rules.yaml', text: rules, layer: 'project' }],
    prompts: library,
    // A front end that comes with dagweave has its line in `frontends` itself.
    options: { frontends: [toy, ...frontends] },
  });
}

test('a front end is a face and a line in the list: its rules get into workflows', () => {
  const { diagnostics, outputs } = compiled('before each task:\n  echo "${NUMBER} of ${ALL_TASKS}" ${OTHER}:\n');
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(outputs[0]!.text).toContain('export NUMBER=2 ALL_TASKS=2\n      echo "2 of 2" ${OTHER}\n');
  expect(outputs[0]!.text).toContain('{name: two, command: "true", depends: [hook-before-each-task-shell-two]}');
});

test('the variables that its rules bring with them count in conditions, and a name close to one is reported', () => {
  const { diagnostics, outputs } = compiled('before each task:\n  echo ${NUMBR}: ${NUMBER} == 2\n');
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW421', 'DW516']);
  expect(outputs[0]!.text.match(/- name: \S+/g)).toEqual(['- name: one', '- name: hook-before-each-task-shell-two']);
});

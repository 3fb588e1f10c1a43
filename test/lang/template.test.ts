import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate, type TemplatePiece } from '../../src/lang/template.js';
import { builtInNames } from '../../src/lang/variable-names.js';
import { cpuTime } from '../text/cpu-time.js';

/** Shows pieces in one line: text as it is, variables in angle brackets. */
function show(pieces: readonly TemplatePiece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'partial') return `<partial ${piece.name}${piece.indent && ` indent ${piece.indent.length}`}>`;
      return piece.raw ? `<raw ${piece.name}>` : `<${piece.name}>`;
    })
    .join('');
}

const command = (text: string) => show(parseTemplate(text, 'command').pieces);
const prompt = (text: string) => show(parseTemplate(text, 'prompt').pieces);

describe('our names', () => {
  test.each([
    ['echo {{task_id}}', 'echo <task_id>'],
    ['{{ task_id }}-{{spec_id}}', '<task_id>-<spec_id>'],
    ['{{task.id}} {{task.name}} {{dag.file}} {{step.type}}', '<task.id> <task.name> <dag.file> <step.type>'],
    ['{{env.HOME}} {{vars.my-team}} {{vars.größe}} {{vars.1}}', '<env.HOME> <vars.my-team> <vars.größe> <vars.1>'],
    ['{{vars.__proto__}} {{vars.constructor}}', '<vars.__proto__> <vars.constructor>'],
    ['{{{worktree_path}}}', '<raw worktree_path>'],
    ['{"a":{{task_id}}}', '{"a":<task_id>}'],
    ['{{{task_id}} }', '{<task_id> }'],
    ['a \\{{task_id}} b', 'a {{task_id}} b'],
    ['a \\\\{{task_id}} b', 'a \\\\<task_id> b'],
    ['a  {{~task_id~}}  b', 'a<task_id>b'],
    ['{{ x {{task_id}} }}', '{{ x <task_id> }}'],
    ['\n{{task_id}}\n', '\n<task_id>\n'],
  ])('%j reads as %j', (text, expected) => expect(command(text)).toBe(expected));

  test('a variable knows where it was written', () => {
    expect(parseTemplate('x{ \\{{y}} {{ task_id }}', 'command').pieces.at(-1)).toEqual({
      kind: 'variable',
      name: 'task_id',
      raw: false,
      start: 10,
      end: 23,
    });
  });
});

describe('what is not ours passes byte for byte', () => {
  test.each([
    '{{workflow.name}}',
    '{{inputs.parameters.p}}',
    "docker ps --format '{{.Names}}'",
    '{{ y }}',
    '{{b}',
    '{{',
    '}}',
    '{{}}',
    '{{{{task_id}}}}',
    '{{task_id',
    '{{task_id}',
    '{ {task_id} }',
    '\\{{x}}',
    '\\\\{{x}}',
    '${{ github.ref }}',
    '${{task_id}}',
    "${{ format('{{task_id}}', 1) }}",
    '${VAR:-x} $1 $$ `date` \\$x',
    '{{> templates/base}} {{#if task_id}}x{{/if}} {{! comment }} {{else}}',
    '{{task_id | upper}}',
    '{{task}} {{task.}} {{tasks.A.outputs.result}} {{this}} {{@index}}',
    'nul \0 and \uE000 and \uE0000 {{x}}',
    'a\r\nb\tc\u2028',
  ])('%j', (text) => {
    expect(command(text)).toBe(text);
    expect(command(`${text} {{spec_id}}`)).toBe(`${text} <spec_id>`);
  });

  test('any text without our names, beside a tag of ours or alone', () => {
    const fragment = fc.constantFrom(
      '{',
      '{{',
      '}}',
      '}',
      '$',
      '\\',
      ' ',
      '\n',
      'x',
      '.',
      '#',
      '>',
      '!',
      '~',
      '\0',
      '\uE000',
      '"',
      "'",
      '`',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(command(text)).toBe(text);
        expect(command(`{{task_id}}${text}`)).toBe(`<task_id>${text}`);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('findings', () => {
  const findings = (text: string, language: 'command' | 'prompt' = 'command') => parseTemplate(text, language).findings;
  test.each([
    ['{{task_idd}}', 'task_id'],
    ['{{ taskid }}', 'task_id'],
    ['{{TASK_ID}}', 'task_id'],
    ['{{spec-id}}', 'spec_id'],
    ['{{worktreepath}}', 'worktree_path'],
    ['{{var.team}}', 'vars.team'],
    ['{{evn.HOME}}', 'env.HOME'],
  ])('%s is near %s', (text, suggestion) => {
    expect(findings(text)).toEqual([{ kind: 'near-miss', written: text, suggestion }]);
  });
  test.each([
    ['echo ${{task_id}}', '${{task_id}}'],
    ['{{task_id | upper}}', '{{task_id'],
    ['{{task_id}', '{{task_id'],
    ['echo {task_id}}', '{task_id}}'],
    ['echo { { task_id }} {{dag.name}}', '{ task_id }}'],
  ])('%s names ours, but is not', (text, written) => {
    expect(findings(text)).toEqual([{ kind: 'not-ours', written, name: 'task_id' }]);
  });
  test.each([
    '{task_id}',
    '{x}}',
    '{"a": {task_id}}}',
    '{{task_id}}}',
    '\\{{task_id}}',
  ])('%s is not said to name ours', (text) => expect(findings(text)).toEqual([]));
  test.each([
    '{{workflow.name}}',
    '{{ y }}',
    '${{ github.ref }}',
    '{{item}}',
    '\\{{task_id}}',
    '{{steps.x.y}}',
  ])('%s is nothing to talk about', (text) => expect(findings(text)).toEqual([]));
  test.each([
    '{{#if task_id}}',
    '{{/if}}',
    '{{^x}}',
    '{{> (lookup . "x")}}',
    '{{> base key=1}}',
    '{{*inline "x"}}',
  ])('%s is refused in a prompt', (text) =>
    expect(findings(`a ${text} b`, 'prompt')).toEqual([{ kind: 'unsupported', written: text }]));
});

describe('prompts', () => {
  test.each([
    ['{{> templates/base}}', '<partial templates/base>'],
    ['a {{>base}} b', 'a <partial base> b'],
    ['x\n  {{> base}}\ny', 'x\n<partial base indent 2>y'],
    ['x\n{{! note }}\ny', 'x\ny'],
    ['a{{!-- {{task_id}} --}}b', 'ab'],
    ['\\{{> base}}', '{{> base}}'],
    ['{"score": <n>, "x": {}}', '{"score": <n>, "x": {}}'],
    ['{{workflow.name}} & <b> {{task_id}}', '{{workflow.name}} & <b> <task_id>'],
  ])('%j reads as %j', (text, expected) => expect(prompt(text)).toBe(expected));
});

test('time grows linearly', () => {
  for (const unit of ['{{task_id}} x ', '{{', '${{', '{{#', '{{!--', '\\', '{{ ', '{{> a}}\n']) {
    const text = unit.repeat(Math.ceil(40_000 / unit.length));
    expect(
      cpuTime(() => parseTemplate(text, 'prompt')),
      unit,
    ).toBeLessThan(1500);
  }
});

test('every built-in name is ours in both languages', () => {
  for (const name of builtInNames) {
    expect(command(`{{${name}}}`)).toBe(`<${name}>`);
    expect(prompt(`{{${name}}}`)).toBe(`<${name}>`);
  }
});

test('a template of plain variables is read as Handlebars reads it', () => {
  const part = fc.constantFrom(
    ...[
      '{{task_id}}',
      '{{ vars.a }}',
      '{{{task_id}}}',
      '{{{ vars.a-b }}}',
      '{{other}}',
      '{{.Names}}',
      '${{ x }}',
      '{{',
      '}}',
    ],
    ...['{', '}', '\\', '\n', ' ', 'text', '\0', '\uE000', '\uE0001', '{{task_id', '{{{task_id}}'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = `${parts.join('')}x`;
      // A comment has Handlebars read the whole text, and says nothing itself.
      const { pieces } = parseTemplate(`${text}{{! comment }}`, 'prompt');
      expect(parseTemplate(text, 'prompt').pieces).toEqual(pieces);
    }),
    { numRuns: 2000 },
  );
});

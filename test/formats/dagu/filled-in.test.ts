import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** What the engine puts into a text before a shell reads it. */

const deny = [{ match: { runs: ['terraform destroy*', '/^terraform (.* )?destroy\\b/'] }, message: 'no' }];

/** Codes of what a policy says, the same whether the documents are read one by one or not. */
function found(text: string, assumeVersion: '1.30' | '2.14'): readonly string[] {
  const [inFull, byShape] = [false, true].map((way) => {
    const { diagnostics } = compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ path: 'policy.json', text: JSON.stringify({ hooks: { deny } }), layer: 'policy' }],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
      options: { assumeVersion, byShape: way },
    });
    return diagnostics.filter(({ code }) => /^DW45[0-2]$/.test(code)).map(({ code }) => code);
  });
  expect(byShape).toEqual(inFull);
  return inFull!;
}

const in1 = (text: string) => found(text, '1.30');
const in2 = (text: string) => found(text, '2.14');
const flow = (head: string, ...steps: string[]) =>
  `type: graph\n${head}steps:\n${steps.map((step) => `  - {name: a, ${step}}\n`).join('')}`;

describe('a value that the workflow states is a command where it is filled in', () => {
  test.each([
    ['a default', 'params: [{name: X, default: "; terraform destroy"}]\n', 'run: "echo ${params.X}"'],
    [
      'a default in a schema',
      `params: {schema: {properties: {X: {default: "; terraform destroy"}}}}\n`,
      'run: "echo ${params.X}"',
    ],
    [
      'a default in a schema with values',
      `params: {schema: {properties: {X: {default: "; terraform destroy"}}}, values: {Y: a}}\n`,
      'run: "echo ${params.X}"',
    ],
    [
      'a value beside a schema',
      `params: {schema: {properties: {X: {type: string}}}, values: {X: "; terraform destroy"}}\n`,
      'run: "echo ${params.X}"',
    ],
    [
      'a value beside a schema in a file',
      `params: {schema: ./s.json, values: {X: "; terraform destroy"}}\n`,
      'run: "echo ${params.X}"',
    ],
    ['an unknown default in a file', `params: {schema: ./s.json}\n`, 'run: "echo ${params.X}"'],
    ['all, of a schema in a file', `params: {schema: ./s.json, values: {Y: a}}\n`, 'run: "echo ${params}"'],
    ['beside a parameter called name', 'params: {name: a, X: "; terraform destroy"}\n', 'run: "echo ${params.X}"'],
    ['a value to be evaluated', 'params: [{name: X, eval: "; terraform destroy"}]\n', 'run: "echo ${params.X}"'],
    ['a command in a value to be evaluated', 'params: [{name: X, eval: "$(terraform destroy)"}]\n', 'run: "true"'],
    ['a command in a condition', '', 'run: "true", preconditions: [{eval: "`terraform destroy`", expected: "1"}]'],
    ['with blanks', 'params: [{name: X, default: "; terraform destroy"}]\n', 'run: "echo ${ params.X }"'],
    ['all of them', 'params: [{name: X, default: "$(terraform destroy)"}]\n', 'run: "echo ${params}"'],
    ['the environment', 'env: [{X: "; terraform destroy"}]\n', 'run: "echo ${env.X}"'],
    ['an entry with a sign', 'env: ["X=; terraform destroy"]\n', 'run: "echo ${env.X}"'],
    ['that of a step', '', 'env: {X: "; terraform destroy"}, run: "echo ${env.X}"'],
    ['in double quotes', 'env: [{X: "$(terraform destroy)"}]\n', 'run: "echo \\"${X}\\""'],
    ['a constant', 'consts: [{X: "; terraform destroy"}]\n', 'run: "echo ${consts.X}"'],
    ['constants as a mapping', 'consts: {X: "; terraform destroy"}\n', 'run: "echo ${consts.X}"'],
    ['in a comment', 'consts: [{X: "\\nterraform destroy"}]\n', 'run: "# ${consts.X}\\necho hi\\n"'],
    ['in single quotes', 'consts: [{X: "\'; terraform destroy; echo \'"}]\n', 'run: "echo \'a ${consts.X} b\'"'],
    ['a value in a value', 'env: [{X: "; terraform"}, {Y: "$X destroy"}]\n', 'run: "echo ${env.Y}"'],
    ['a value before of the same name', 'env: [{X: "; terraform"}, {X: "$X destroy"}]\n', 'run: "echo ${env.X}"'],
    ['two values', 'consts: {X: "; terra", Y: form destroy}\n', 'run: "echo ${consts.X}${consts.Y}"'],
    ['an item', '', 'foreach: {items: ["; terraform destroy"], as: it, steps: [{name: b, run: "echo ${foreach.it}"}]}'],
    ['an item in a text', '', `foreach: {items: '["; terraform destroy"]', steps: [{run: "echo \${foreach.item}"}]}`],
    ['in an item', '', 'foreach: {items: [{x: "; terraform destroy"}], steps: [{run: "echo ${foreach.item.x}"}]}'],
    ['its key', '', 'foreach: {items: [1], key: "; terraform destroy", steps: [{run: "echo ${foreach.key}"}]}'],
    ['its own name', '', 'run: "echo ${context.step.name}", name: "; terraform destroy #"'],
    ['its own name, for short', '', 'run: "echo ${step.name}", name: "; terraform destroy #"'],
    ['inside of JSON', `env: [{X: '{"a": {"b": [1, "; terraform destroy"]}}'}]\n`, 'run: "echo ${X.a.b[1]}"'],
    ['a part of JSON', `env: [{X: '{"a": ["; terraform destroy", 2]}'}]\n`, 'run: "echo ${X.a}"'],
    ['a program of jq', "env: [{X: '1'}]\n", 'run: "echo ${X. | \\"; terraform destroy\\"}"'],
    ['a handler', 'env: [{X: "; terraform destroy"}]\nhandler_on: {success: {run: "echo ${env.X}"}}\n', 'run: "true"'],
    [
      'a condition',
      'env: [{X: "; terraform destroy"}]\n',
      'run: "true", preconditions: [{condition: "echo ${env.X}"}]',
    ],
    ['another machine', 'env: [{X: "; terraform destroy"}]\nssh: {host: h, user: u}\n', 'run: "echo $X"'],
    ['arguments', 'env: [{X: terraform}]\n', 'action: exec, with: {command: $X, args: [destroy]}'],
    ['a word in single quotes', 'params: [{name: X}]\n', 'run: "\'${params.X}\' destroy"'],
    ['code in single quotes', 'params: [{name: X}]\n', 'run: "sh -c \'${params.X} destroy\'"'],
    ['an argument in single quotes', 'params: [{name: X}]\n', 'run: "sh -c \'ls; terraform ${params.X}\'"'],
    [
      'the mark of a here-document',
      'consts: {X: E}\n',
      'run: "cat <<${consts.X}\\na\\nE\\nterraform destroy\\n${consts.X}\\n"',
    ],
    ['an argument', 'params: [{name: X, default: destroy}]\n', 'run: "terraform ${params.X}"'],
  ])('in 2.x: %s', (_, head, step) => {
    expect(
      in2(
        flow(head, step)
          .replace('name: a, run: "echo ${con', 'run: "echo ${con')
          .replace('name: a, run: "echo ${step', 'run: "echo ${step'),
      ),
    ).not.toEqual([]);
  });

  test('in 2.x: the environment of a DAG that calls', () => {
    const child = '---\nname: child\ntype: graph\nsteps:\n  - {name: b, run: "echo ${env.X}"}\n';
    const caller = flow('env: {X: "; terraform destroy"}\n', 'action: dag.run, with: {dag: child}');
    expect(in2(caller + child)).toEqual(['DW450']);
  });

  test.each([
    ['a default', 'params: [{X: "; terraform destroy"}]\n', 'command: echo $X'],
    ['a value beside one called name', 'params: [{name: a, X: "; terraform destroy"}]\n', 'command: echo $X'],
    ['an unknown default in a file', 'params: {schema: ./s.json}\n', 'command: echo $X'],
    ['a text of parameters', `params: 'Y=1 X="; terraform destroy"'\n`, 'command: echo $X'],
    ['a parameter without a name', `params: '"; terraform destroy"'\n`, 'command: echo $1'],
    ['a parameter in JSON', `params: '{"X": "; terraform destroy"}'\n`, 'command: "echo ${X}"'],
    ['the environment of a step', '', 'env: [{X: "; terraform destroy"}], command: echo $X'],
    ['a script', '', 'env: [{X: "; terraform destroy"}], script: "echo hi\\necho $X\\n"'],
    ['in single quotes', 'params: [{X: "\'; terraform destroy; echo \'"}]\n', `command: "echo 'x $X y'"`],
    ['in a comment', 'params: [{X: "\\nterraform destroy"}]\n', 'script: "# $X\\necho hi\\n"'],
    ['in double quotes', 'params: [{X: "$(terraform destroy)"}]\n', 'command: "echo \\"${X}\\""'],
    ['its own name', '', 'command: echo $DAG_RUN_STEP_NAME, id: x, name: "; terraform destroy #"'],
    ['a list', 'params: [{X: "; terraform destroy"}]\n', 'command: ["echo $X", "true"]'],
    ['a program of jq', '', 'command: "echo ${SHLVL. | \\"; terraform destroy\\"}"'],
    ['the same without braces', '', 'command: \'echo $SHLVL.|";terraform\\u0020destroy"\''],
  ])('in 1.30: %s', (_, head, step) => {
    expect(in1(flow(head, step).replace('{name: a, command: echo $DAG', '{command: echo $DAG'))).not.toEqual([]);
  });

  test('a parameter without a name in 2.x', () => {
    expect(in2(flow(`params: '"; terraform destroy"'\n`, 'command: echo $1'))).toEqual(['DW450']);
  });
});

describe('a value that is handed over by a call is a command of the step that calls', () => {
  const child = (params: string, step: string) =>
    `---\nname: child\ntype: graph\n${params}steps:\n  - {name: b, ${step}}\n`;
  const asDefault = 'params: [{name: X, default: ""}]\n';
  const echo = 'run: "echo ${params.X}"';

  test.each([
    ['a parameter', 'with: {dag: child, params: {X: "; terraform destroy"}}', echo],
    ['a text', `with: {dag: child, params: 'X="; terraform destroy"'}`, echo],
    ['one of an item', 'parallel: ["; terraform destroy"], with: {dag: child, params: {X: "${ITEM}"}}', echo],
    ['an item', 'parallel: [{X: "; terraform destroy"}], with: {dag: child}', echo],
    ['what it was given', 'with: {dag: child, params: {X: "${params.Y}"}}', echo],
    ['its environment', 'env: {E: "; terraform destroy"}, with: {dag: child, params: {X: "${env.E}"}}', echo],
  ])('in 2.x: %s', (_, step, inner) => {
    const caller = flow('params: [{name: Y, default: "; terraform destroy"}]\n', `action: dag.run, ${step}`);
    expect(in2(caller + child(asDefault, inner))).toEqual(['DW450']);
  });

  test('in 2.x: through another call, and the environment of a DAG between', () => {
    const middle = (step: string) =>
      `---\nname: middle\ntype: graph\nenv: {M: "; terraform destroy"}\n${asDefault}steps:\n  - {name: m, action: dag.run, with: {dag: child${step}}}\n`;
    const caller = flow('', 'action: dag.run, with: {dag: middle, params: {X: "; terraform destroy"}}');
    expect(in2(caller + middle(', params: {X: "${params.X}"}') + child(asDefault, echo))).toEqual(['DW450']);
    const plain = flow('', 'action: dag.run, with: {dag: middle}');
    expect(in2(plain + middle('') + child('', 'run: "echo ${env.M}"'))).toEqual(['DW450']);
  });

  test.each([
    ['a parameter', 'params: {X: "; terraform destroy"}'],
    ['a text', `params: 'X="; terraform destroy"'`],
    ['what it was given', 'params: {X: "${Y}"}'],
    ['an item', 'parallel: [{X: "; terraform destroy"}]'],
  ])('in 1.30: %s', (_, step) => {
    const caller = flow('params: [{Y: "; terraform destroy"}]\n', `call: child, ${step}`);
    expect(in1(caller + child('params: X=\n', 'command: echo $X'))).toEqual(['DW450']);
  });

  test('ordinary values and ordinary steps are no such command', () => {
    const caller = flow(
      '',
      'action: dag.run, with: {dag: child, params: {X: "a; b", Y: "https://a.example/?b=1&c=2"}}',
    );
    expect(in2(caller + child(asDefault, 'run: "echo ${params.X}"'))).toEqual([]);
    expect(in2(caller + child(asDefault, 'run: "terraform destroy"'))).toEqual(['DW450']);
  });

  test('calls in circles end', () => {
    const caller = flow(
      'params: [{name: X, default: "; a"}]\n',
      'action: dag.run, with: {dag: child, params: {X: "${params.X};b"}}',
    );
    const again = child(asDefault, 'action: dag.run, with: {dag: child, params: {X: "${params.X};c"}}');
    expect(in2(caller + again)).not.toEqual([]);
  });
});

describe('what is ordinary is no other command', () => {
  test.each([
    ['a plain value', 'params: [{name: X, default: prod}]\n', 'run: "echo ${params.X}"'],
    ['a value that a shell expands', 'env: [{X: "; terraform destroy"}]\n', 'run: echo $X'],
    ['one in double quotes', 'env: [{X: "a; terraform destroy"}]\n', 'run: "echo \\"${X}\\""'],
    ['an escaped name', 'env: [{X: "; terraform destroy"}]\n', "run: 'echo \\${env.X}'"],
    ['a value of a step before', '', 'run: "echo ${steps.b.outputs.x}"'],
    ['a date', 'params: [{name: X, eval: "$(date +%F)"}]\n', 'run: "echo ${params.X}"'],
    ['text to be evaluated', 'params: [{name: X, eval: "terraform destroy"}]\n', 'run: "echo ${params.X}"'],
    ['a condition', '', 'run: "true", preconditions: [{eval: "terraform destroy", expected: "1"}]'],
    ['a plain default in a schema', 'params: {schema: {properties: {X: {default: a}}}}\n', 'run: "echo ${params.X}"'],
    [
      'a value that stands in for a schema in a file',
      'params: {schema: ./s.json, values: {X: a}}\n',
      'run: "echo ${params.X}"',
    ],
    ['a step without names, beside a schema in a file', 'params: {schema: ./s.json}\n', 'run: "echo hi"'],
    ['a default that says nothing', 'params: [{name: X}]\n', 'run: "echo ${params.X}"'],
    ['an argument of other code', 'params: [{name: X}]\n', `run: "sh -c 'terraform plan \${params.X}'"`],
    ['a text in single quotes', 'params: [{name: X}]\n', `run: "echo 'it is \${params.X}'"`],
    ['a variable of a shell in single quotes', '', `run: "'$TOOL' destroy; '\${TOOL}' destroy"`],
    ['code of another language', 'params: [{name: X}]\n', `run: "python -c 'print(\\"\${params.X}\\")'"`],
    ['another name', 'env: [{X: "; terraform destroy"}]\n', 'run: "echo ${env.Y} ${other}"'],
    ['files', 'env: [{X: a}]\n', 'run: "cat $X.txt|grep $X.b $HOST.example.com/$X.tar.gz"'],
    ['variables of a shell', '', 'run: "for f in *; do echo ${f%.txt} ${f:-a} $1 $@; done"'],
    [
      'many items',
      '',
      `foreach: {items: [${Array.from({ length: 300 }, (_, at) => `i${at}`).join()}], steps: [{run: "echo \${foreach.item}"}]}`,
    ],
  ])('in 2.x: %s', (_, head, step) => {
    expect(in2(flow(head, step))).toEqual([]);
  });

  test.each([
    ['the environment of the DAG', 'env: [{X: "; terraform destroy"}]\n', 'command: echo $X'],
    ['a value in single quotes', 'params: [{X: "; terraform destroy"}]\n', `command: "echo '$X'"`],
    ['what a step leaves', '', 'command: echo $OUT'],
    ['a named parameter by its number', 'params: [{X: "; terraform destroy"}]\n', 'command: echo $1'],
    ['a step and what it left', '', 'id: b, command: "cat ${b.stdout} ${b.stdout:0:5} ${b.exit_code}"'],
  ])('in 1.30: %s', (_, head, step) => {
    expect(in1(flow(head, step))).toEqual([]);
  });
});

describe('what takes long counts as matched', () => {
  test('values in values', () => {
    const names = Array.from({ length: 40 }, (_, at) => `  - {X${at + 1}: "$X${at}$X${at}"}\n`).join('');
    const started = performance.now();
    expect(in2(flow(`env:\n  - {X0: ""}\n${names}`, 'run: "echo ${env.X40}"'))).not.toEqual([]);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test.each([
    ['names', '$X '.repeat(30_000)],
    ['beginnings', '${'.repeat(45_000)],
    ['beginnings of a path', '\\"${a.'.repeat(15_000)],
    ['backslashes', '\\\\'.repeat(40_000)],
  ])('a text of many %s', (_, part) => {
    const started = performance.now();
    in2(flow('env: {X: a}\n', `run: "echo ${part} \${env.X}"`));
    expect(performance.now() - started).toBeLessThan(4000);
  });

  test('a value that holds itself', () => {
    expect(in2(flow('env: {X: "$X:a", Y: "$Z", Z: "$Y"}\n', 'run: "echo ${env.X} ${env.Y}"'))).toEqual([]);
  });

  test('many values of many names', () => {
    const items = Array.from({ length: 1000 }, (_, at) => `{a: a${at}, b: b${at}}`).join();
    const step = `foreach: {items: [${items}], steps: [{run: "echo \${foreach.item.a} \${foreach.item.b}"}]}`;
    expect(in2(flow('', step))).not.toEqual([]);
  });

  test('items that are the same one', () => {
    const lists = Array.from({ length: 9 }, (_, at) => `  - &l${at + 1} [${`*l${at},`.repeat(9)}]\n`).join('');
    const text = `type: graph\nx:\n  - &l0 [a]\n${lists}steps:\n  - {name: a, foreach: {items: *l9, steps: [{run: "echo \${foreach.item}"}]}}\n`;
    expect(in2(text)).not.toEqual([]);
  });
});

test('a quote between braces is a part of a name, and text that no shell reads may be anything', () => {
  for (const text of ["${'}", "'${a'b}'", "${a'}; terraform destroy"])
    expect(in2(flow('params: [X=y]\n', `run: ${JSON.stringify(text)}`))).toEqual(['DW450']);
});

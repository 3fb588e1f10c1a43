import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const rule = (command: string) => `hooks: {injections: {post_task: [{id: scan, type: shell, command: ${command}}]}}\n`;
const using = (...packs: string[]) => `hooks: {enabled: true, extends: ${JSON.stringify(packs)}}\n`;

function project(files: Readonly<Record<string, string>>): string {
  const folder = folderWith({ 'flow.yaml': 'type: graph\nsteps:\n  - {name: build, command: make}\n' });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const apply = (cwd: string, ...args: string[]) => runDagweave(['apply', 'flow.yaml', ...args], { cwd });

describe('a package', () => {
  test('is found in the nearest node_modules upwards, by its name and by what is below it', () => {
    const cwd = project({
      'team/.dagweave/config.yaml': using('@acme/gates', '@acme/gates/unit', 'plain/deep'),
      'team/flow.yaml': 'type: graph\nsteps:\n  - {name: build, command: make}\n',
      'node_modules/@acme/gates/hooks.yaml': rule('whole'),
      'node_modules/@acme/gates/unit.yaml': rule('unit'),
      'node_modules/plain/deep/hooks.yaml': rule('deep'),
      'node_modules/@acme/gates/package.json': '{"name": "@acme/gates", "exports": {}}',
    });
    const { stdout, stderr, exit } = apply(join(cwd, 'team'));
    expect(exit, stderr).toBe(0);
    for (const id of ['acme-gates/scan', 'acme-gates-unit/scan', 'plain-deep/scan']) expect(stdout).toContain(id);
  });

  test('finds the packages that it extends itself beside where it really is', () => {
    const cwd = project({
      '.dagweave/config.yaml': using('outer'),
      'store/outer/node_modules/outer/hooks.yaml': 'hooks: {extends: [inner]}\n',
      'store/outer/node_modules/inner/hooks.yaml': rule('inner'),
      'node_modules/.keep': '',
    });
    symlinkSync('../store/outer/node_modules/outer', join(cwd, 'node_modules/outer'));
    const { stdout, stderr } = apply(cwd);
    expect(stdout, stderr).toContain('inner/scan');
  });

  test.each([
    ['a file outside of it', { 'hooks.yaml': using('../../secret.yaml') }, undefined],
    ['a link that leads out of it', {}, '../../secret.yaml'],
  ])('cannot name %s', (_, files, link) => {
    const cwd = project({
      '.dagweave/config.yaml': using('evil'),
      'secret.yaml': rule('from-outside'),
      'node_modules/evil/package.json': '{}',
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/evil/${name}`, text])),
    });
    if (link) symlinkSync(link, join(cwd, 'node_modules/evil/hooks.yaml'));
    const { exit, stdout, stderr } = apply(cwd);
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toContain('DW389');
    expect(stderr).not.toContain('from-outside');
  });

  test.each([
    '../evil',
    'a/../../evil',
    'a\\b',
    '/evil/../x',
    '@acme',
    'C:/x',
    '__proto__',
    'x\u0000y',
  ])('is not found by the name %j', (name) => {
    const cwd = project({ '.dagweave/config.yaml': using(name), 'evil/hooks.yaml': rule('evil') });
    const { exit, stdout, stderr } = apply(cwd);
    expect([exit, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/error DW3/);
  });
});

test('a pack that is too large, is not text or is a folder is refused', () => {
  const cwd = project({
    '.dagweave/config.yaml': using('./big.yaml', './folder', './bytes.yaml'),
    '.dagweave/folder/x': '',
  });
  writeFileSync(join(cwd, '.dagweave/big.yaml'), `#${' '.repeat(1024 * 1024)}\n`);
  writeFileSync(join(cwd, '.dagweave/bytes.yaml'), Buffer.from([0xff, 0xfe, 0x00]));
  const { exit, stderr } = apply(cwd);
  expect(exit).toBe(4);
  expect(stderr.match(/error DW389/g)).toHaveLength(3);
});

test('messages and the list name the file and the line of a pack', () => {
  const cwd = project({
    '.dagweave/config.yaml': using('./gates.yaml'),
    '.dagweave/gates.yaml': 'hooks:\n  injections:\n    post_task:\n      - {id: scan, type: shell, comand: x}\n',
  });
  expect(apply(cwd).stderr).toContain('.dagweave/gates.yaml:4:');
  writeFileSync(join(cwd, '.dagweave/gates.yaml'), rule('x'));
  const { stdout } = runDagweave(['list', '--json'], { cwd });
  expect(JSON.parse(stdout).rules).toMatchObject([
    { id: 'gates/scan', place: { file: '.dagweave/gates.yaml', line: 1 } },
  ]);
});

describe('a parameter in `cel`', () => {
  const configured = (values: string) =>
    `hooks: {enabled: true, target_version: "1.30", extends: [{pack: ./gates.yaml, with: {${values}}}]}\n`;
  const deny = (match: string) => `hooks:
  parameters:
    text: {type: string, default: ''}
    texts: {type: list, default: []}
    most: {type: number, default: 100}
    strict: {type: boolean, default: true}
  deny:
    - {message: denied, match: ${match}}
`;
  const judged = (values: string, match: string, name = 'build') => {
    const cwd = project({ '.dagweave/config.yaml': configured(values), '.dagweave/gates.yaml': deny(match) });
    writeFileSync(join(cwd, 'flow.yaml'), JSON.stringify({ type: 'graph', steps: [{ name, command: 'make' }] }));
    const { stderr } = apply(cwd);
    return [...stderr.matchAll(/^error (DW\d+)/gm)].map(([, code]) => code);
  };
  const name = "'step.name == {{params.text}}'";

  test.each([
    ['is a text of the expression', 'text: build', name, ['DW450']],
    ['is another text', 'text: test', name, []],
    ['is never a part of it', `text: '"x" || true || "x"'`, name, []],
    ['is text in quotes', 'text: build', `'step.name == "{{params.text}}"'`, ['DW450']],
    ['is a part of a text in quotes', 'text: uil', `"step.name == 'b{{params.text}}d'"`, ['DW450']],
    ['is text in long quotes', 'text: build', `'step.name == """{{params.text}}"""'`, ['DW450']],
    ['may be behind a quote in a comment', 'text: build', `"// don't\\nstep.name == {{params.text}}"`, ['DW450']],
    ['is no list in quotes', 'texts: [build]', `'step.name == "{{params.texts}}"'`, ['DW387']],
    ...['"', "'", '"""', "'''"].flatMap((quote) =>
      [' || true || step.name == ', `x${quote} || true || step.name == ${quote}`, `x\\${quote} || true //`, '\\'].map(
        (text): [string, string, string, string[]] => [
          `is never more than the text in ${quote} where it is ${text}`,
          `text: ${JSON.stringify(text)}`,
          JSON.stringify(`step.name == ${quote}{{params.text}}${quote}`),
          [],
        ],
      ),
    ),
    ['may hold what a text of CEL must escape', `text: 'a"b\\c'`, name, []],
    ['is a number', 'most: 0', "'workflow.steps > {{params.most}}'", ['DW450']],
    ['is true or false', 'strict: false', "'{{params.strict}}'", []],
    ['is a list', 'texts: [test, build]', "'step.name in {{params.texts}}'", ['DW450']],
    ['is an empty list', 'texts: []', "'step.name in {{params.texts}}'", []],
    ['is a value also where it is all of the expression', `text: 'true'`, "'{{params.text}}'", ['DW464']],
    ['is a value in `any` and `not` too', 'text: test', "{cel: 'step.name == {{params.text}}'}", ['DW450']],
  ])('%s', (about, values, expression, codes) => {
    const match = about.includes('any') ? `{any: [{not: ${expression}}]}` : `{cel: ${expression}}`;
    expect(judged(values, match)).toEqual(codes);
  });

  test.each(['a"b\\c', "it's"])('holds for the same text in quotes: %s', (text) => {
    for (const quote of ['"', "'", '"""'])
      expect(
        judged(
          `text: ${JSON.stringify(text)}`,
          `{cel: ${JSON.stringify(`step.name == ${quote}{{params.text}}${quote}`)}}`,
          text,
        ),
      ).toContain('DW450');
  });

  test.each(['a"b\\c', 'a\tb', "it's", 'ü😀', '{{x}}', '$HOME'])('holds for the same text: %s', (text) => {
    expect(judged(`text: ${JSON.stringify(text)}`, `{cel: ${name}}`, text)).toContain('DW450');
  });
});

test('a pack that the home folder and the project extend belongs to the project, which may drop the other configuration', () => {
  const cwd = project({ 'gates.yaml': rule('audit') });
  const gates = join(cwd, 'gates.yaml');
  for (const [path, text] of [
    ['no-home/.config/dagweave/config.yaml', using(gates)],
    ['.dagweave/config.yaml', using(gates).replace('enabled: true', 'enabled: true, disable_global_hooks: true')],
  ] as const) {
    mkdirSync(join(cwd, dirname(path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  expect(apply(cwd).stdout).toContain('command: audit');
  const { stdout } = runDagweave(['list'], { cwd });
  expect(stdout).toMatch(/^ {2}project, pack +.*gates\.yaml$/m);
});

test('the list names for rules of packs within packs their own file, and the strongest layer that extends them', () => {
  const cwd = project({
    '.dagweave/config.yaml': using('../packs/outer.yaml'),
    'policy.yaml': 'hooks: {extends: [./packs/outer.yaml]}\n',
    'packs/outer.yaml': 'hooks: {extends: [./middle.yaml]}\n',
    'packs/middle.yaml': 'hooks: {extends: [./inner.yaml]}\n',
    'packs/inner.yaml': rule('deep'),
  });
  for (const [layer, args] of [
    ['project', []],
    ['policy', ['--policy', 'policy.yaml']],
  ] as const) {
    const { stdout } = runDagweave(['list', '--json', ...args], { cwd });
    const { rules, layers } = JSON.parse(stdout) as { rules: object[]; layers: { pack?: true }[] };
    const place = { file: 'packs/inner.yaml', line: expect.any(Number) };
    expect(rules).toMatchObject([{ id: 'inner/scan', layer, policy: layer === 'policy', place }]);
    expect(layers.filter(({ pack }) => pack)).toEqual(
      ['outer', 'middle', 'inner'].map((name) => ({ layer, file: `packs/${name}.yaml`, pack: true })),
    );
  }
});

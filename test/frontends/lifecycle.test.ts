import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';
import type { ConfigurationFile } from '../../src/model/layer.js';
import { createColors } from '../../src/render/colors.js';
import { prettyDiagnostics } from '../../src/render/diagnostics.js';
import { createLocator } from '../../src/render/locator.js';
import { validateDagu } from '../engine/dagu.js';
import { dagu1 } from '../engine/engines.js';
import { testWith } from '../engine/in-each-dagu.js';
import { isSameInWindows } from '../windows-text.js';

const folder = join(import.meta.dirname, '../fixtures/frontends/lifecycle');
const cases = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());

describe.each(cases)('%s', (name) => {
  const files = configurationOf(name);
  const workflow = workflowOf(name);

  test('gives what lies beside it', async () => {
    const result = compiled(files, workflow);
    const locator = createLocator([...files, { path: 'workflow.yaml', text: workflow }]);
    const said = prettyDiagnostics(result.diagnostics, locator, { colors: createColors(false), columns: 120 });
    await expect(said).toMatchFileSnapshot(join(folder, name, 'expected.txt'));
    expect(result.ok).toBe(!name.startsWith('mistake-') || name === 'mistake-idle-fields');
    if (result.ok) await expect(result.outputs[0]!.text).toMatchFileSnapshot(join(folder, name, 'expected.yaml'));
  });

  test('says the same with other line ends', () => {
    const inWindows = (text: string) => text.replaceAll('\n', '\r\n');
    const result = compiled(
      files.map((file) => ({ ...file, text: `\uFEFF${inWindows(file.text)}` })),
      workflow,
    );
    const plain = compiled(files, workflow);
    expect(result.diagnostics.map((one) => one.message)).toEqual(plain.diagnostics.map((one) => one.message));
    expect(result.outputs).toEqual(plain.outputs);
    const output = compiled(files, inWindows(workflow)).outputs[0]?.text;
    if (output !== undefined) expect(isSameInWindows(output, plain.outputs[0]!.text)).toBe(true);
  });

  test('is left as it is by a second run', () => {
    const once = compiled(files, workflow).outputs[0]?.text;
    if (once !== undefined) expect(compiled(files, once).outputs[0]!.text).toBe(once);
  });

  const written = join(folder, name, 'expected.yaml');
  if (existsSync(written)) {
    testWith(dagu1, 'is valid for the real engine', async () => {
      const home = mkdtempSync(join(tmpdir(), 'dagweave-dagu-'));
      expect(await validateDagu(written, home)).toBe('');
    });
  }
});

test('an action at the end of a list changes no other hook', () => {
  const workflow = 'type: graph\nsteps:\n  - name: build\n    command: make\n';
  const list = (...commands: string[]) => {
    const actions = commands.map((command) => `    - {type: shell, command: "${command}", on_failure: abort}\n`);
    const text = `hooks:\n  enabled: true\n  on_iteration_complete:\n${actions.join('')}`;
    return compiled([{ layer: 'project', path: '.claude/hooks.yaml', text }], workflow).outputs[0]!.text;
  };
  const [one, two, three] = [list('./a'), list('./a', './b'), list('./a', './b', './c')];
  expect(one).toContain('# dagweave: on_iteration_complete/shell ');
  expect(two.startsWith(one)).toBe(true);
  expect(three.startsWith(two)).toBe(true);
  expect(three.length).toBeGreaterThan(two.length);
});

test('every example of the specification is there as it is written', () => {
  const written = cases.filter((name) => name.startsWith('seed-'));
  expect(written).toHaveLength(14);
  for (const name of written) {
    expect(
      compiled(configurationOf(name), workflowOf(name)).diagnostics.filter(({ severity }) => severity !== 'note'),
      name,
    ).toEqual([]);
  }
});

function configurationOf(name: string): readonly ConfigurationFile[] {
  const own = readdirSync(join(folder, name)).filter((path) => !/^(?:workflow|expected)\./.test(path));
  return own.sort().map((path) => {
    const text = readFileSync(join(folder, name, path), 'utf8');
    return { path, text, layer: path.startsWith('global.') ? 'global' : 'project' };
  });
}

function workflowOf(name: string): string {
  const own = join(folder, name, 'workflow.yaml');
  return readFileSync(existsSync(own) ? own : join(folder, 'workflow.yaml'), 'utf8');
}

function compiled(configuration: readonly ConfigurationFile[], workflow: string): CompileResult {
  return compile({
    workflow: [{ path: 'workflow.yaml', text: workflow }],
    configuration,
    prompts: { read: (directory, file) => ({ kind: 'missing', path: `${directory}/${file}`, known: [] }) },
    options: {
      targetVersion: '1.30',
      baseConfig: 'none',
      siblings: ['code-review.yaml', 'collect-metrics.yaml', 'comprehensive-review.yaml'],
    },
  });
}

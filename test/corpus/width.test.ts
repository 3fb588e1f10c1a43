import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import { createColors } from '../../src/render/colors.js';
import { terminalGraph } from '../../src/render/graph/terminal.js';
import { textWidth } from '../../src/render/visible.js';

/** Real workflows, kept beside the checkout. */
const home = resolve(
  process.env.DAGWEAVE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'corpus',
);
const files = existsSync(home)
  ? readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name))
  : [];

const rules = `hooks:
  enabled: true
  assume_version: "2.15"
  injections:
    pre_root: [{id: start, type: shell, command: ./start, optional: true}]
    pre_task: [{id: lint-everything-before-it-is-built, type: shell, command: make lint, optional: true}]
    post_task:
      - {id: log, type: shell, command: ./log, await: false, optional: true}
      - {id: check, type: shell, command: ./check, on_failure: continue, optional: true}
    final: [{id: tidy, type: shell, command: ./tidy, run: always, optional: true}]
`;

describe.skipIf(files.length === 0)('pictures of real workflows, as they are and as they will be', () => {
  const pictures = files.flatMap((name) => {
    const { workflows } = compile({
      workflow: [{ path: relative('.', name), text: readFileSync(join(home, name), 'utf8') }],
      configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }],
      prompts: { read: (directory, prompt) => ({ kind: 'missing', path: `${directory}/${prompt}`, known: [] }) },
      options: { sourceDateEpoch: 0 },
    });
    return [
      { name, onlyChanges: true, picture: pictureOf(workflows.map((one) => ({ ...one, marks: undefined }))) },
      {
        name,
        onlyChanges: false,
        picture: pictureOf(workflows.map(({ workflow }) => ({ workflow, plan: undefined, marks: undefined }))),
      },
    ].filter(({ picture }) => picture.dags.length > 0);
  });

  test('are there for nearly every file', () => {
    expect(pictures.length / 2 / files.length).toBeGreaterThan(0.9);
  });

  test.each([1, 20, 40, 80, 120])('are never wider than %i columns', (columns) => {
    const colors = createColors(false);
    const wider = pictures.flatMap(({ name, picture, onlyChanges }) =>
      terminalGraph(picture, { colors, columns, onlyChanges })
        .split('\n')
        .flatMap((line) => (textWidth(line) > Math.max(columns, narrowest) ? [`${name}: ${line}`] : [])),
    );
    expect(wider).toEqual([]);
  });
});

/** Below this a line has no room for a name. */
const narrowest = 20;

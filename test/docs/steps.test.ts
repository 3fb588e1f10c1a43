import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { validateDagu } from '../engine/dagu.js';
import { dagu1, dagus, type Engine } from '../engine/engines.js';
import { testWith } from '../engine/in-each-dagu.js';
import { newFolder, readResult } from '../runtime/step-process.js';

const page = readFileSync('docs/steps.md', 'utf8');
const codeOf = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map((match) => match[1]!);
const definitions = codeOf('yaml').flatMap((block) => Object.entries(parse(block) as Readonly<Record<string, Step>>));

interface Step {
  readonly type: string;
}

interface Written {
  readonly steps: readonly { readonly name: string; readonly command?: string }[];
}

const named = definitions.map(([name, step]) => [`${name} (${step.type})`, step] as const);

describe.each(named)('docs/steps.md, the step %s', (_, step) => {
  for (const engine of dagus) {
    test(`compiles for ${engine.version} without a word of warning`, () => {
      expect(compiled(step, engine).diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
    });

    testWith(engine, 'is valid for the real engine', async () => {
      const folder = newFolder();
      const path = join(folder, 'flow.yaml');
      writeFileSync(path, compiled(step, engine).text);
      expect(await validateDagu(path, folder, engine)).toBe('');
    });
  }
});

test('docs/steps.md shows a step of each type that is not on another page', () => {
  const types = new Set(definitions.map(([, { type }]) => type));
  expect([...types].sort()).toEqual(['approval', 'handler', 'module', 'python', 'quality_check', 'spawn', 'webhook']);
});

test('docs/steps.md, the Python class is run by the step above it', () => {
  const result = runStepOf('python', { 'my_hooks.py': codeOf('python')[0]! });
  expect(result).toMatchObject({ success: true, data: { strict_mode: true }, stdout: 'checking build\n' });
});

test('docs/steps.md, the module is run by the step above it', () => {
  const result = runStepOf('module', { 'hooks/check.mjs': codeOf('js')[0]! });
  expect(result).toMatchObject({ success: true, data: { limit: 10 } });
});

test('docs/steps.md, the image has a Node, a dagweave and packages of the versions that go together', () => {
  const { version, engines, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  const [image] = codeOf('dockerfile');
  const node = Number(/^FROM node:(\d+)/.exec(image!)?.[1]);
  expect(node).toBeGreaterThan(Number(/\d+/.exec(engines.node)?.[0]));
  expect(image).toContain(`npm install --global dagweave@${version} `);
  const others = [...image!.matchAll(/ (@?[\w/-]+)@(\d+)\b(?!\.)/g)].map(([, name, major]) => [name, major]);
  expect(others.length).toBe(3);
  for (const [name, major] of others) expect(peerDependencies[name!]).toMatch(new RegExp(`^>=${major} `));
});

interface Package {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
}

function compiled(step: Step, { version }: Engine = dagu1) {
  const hooks = { enabled: true, step_definitions: { step }, injections: { post_task: [{ step: 'step' }] } };
  const { diagnostics, outputs } = compile({
    workflow: [{ path: 'flow.yaml', text: 'type: graph\nsteps:\n  - {name: build, command: "true"}\n' }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: version, siblings: ['code-review.yaml'] },
  });
  return { diagnostics, text: outputs[0]?.text ?? '' };
}

/** Runs the command that was written for the step of a type, in a folder where dagweave is installed. */
function runStepOf(type: string, files: Readonly<Record<string, string>>) {
  const folder = newFolder();
  for (const name of ['bin', 'hooks', 'node_modules']) mkdirSync(join(folder, name));
  symlinkSync(process.cwd(), join(folder, 'node_modules/dagweave'));
  writeFileSync(join(folder, 'bin/dagweave'), `#!/bin/sh\nexec ${commandLine} "$@"\n`);
  chmodSync(join(folder, 'bin/dagweave'), 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [, step] = definitions.find(([, one]) => one.type === type)!;
  const { steps } = parse(compiled(step).text) as Written;
  const { stdout, stderr } = spawnSync('sh', ['-c', steps.find(({ name }) => name !== 'build')!.command!], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      DAG_NAME: 'flow',
    },
  });
  expect(stderr).toBe('');
  return readResult(stdout);
}

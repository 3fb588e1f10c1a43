import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runDagweave } from './cli/run-dagweave.js';
import { argoLint } from './engine/argo.js';
import { validateDagu } from './engine/dagu.js';
import { dagu1, dagus, gitlabCiLocal } from './engine/engines.js';
import { readingProblems } from './engine/gitlab.js';
import { testWith } from './engine/in-each-dagu.js';
import { isOnlyFor1 } from './engine/only-for-1.js';
import { parserErrors } from './formats/github-actions/parser.js';
import { isSameInWindows } from './windows-text.js';

/** Packs have tests of rules instead. */
const examples = readdirSync('examples', { withFileTypes: true })
  .filter((one) => one.isDirectory() && one.name !== 'packs')
  .map(({ name }) => name)
  .sort();

const isRefused = (name: string) => existsSync(join('examples', name, 'refused.txt'));

describe.each(examples.filter((name) => !isRefused(name)))('example %s', (name) => {
  const folder = resolve('examples', name);
  const hooks = ['hooks.yaml', 'hooks.json'].find((file) => existsSync(join(folder, file)))!;
  const input = existsSync(join(folder, 'workflows')) ? 'workflows' : 'workflow.yaml';
  const policy = existsSync(join(folder, 'policy.yaml')) ? ['--policy', 'policy.yaml'] : [];
  const rules = ['--config', hooks, ...policy];
  const run = (verb: string, ...args: string[]) => runDagweave([verb, ...rules, input, ...args], { cwd: folder });

  test('gives the output that lies beside it', async () => {
    const out = join(mkdtempSync(join(tmpdir(), 'dagweave-example-')), input);
    const { exit, stderr } = run('apply', '-o', out);
    expect(exit, stderr).toBe(0);
    for (const file of filesOf(out)) {
      const expected = join(folder, input === 'workflows' ? join('expected', file) : 'expected.yaml');
      expect(existsSync(expected), `${expected} is missing`).toBe(true);
      await expect(readFileSync(join(out, file), 'utf8')).toMatchFileSnapshot(expected);
    }
  });

  if (isOfGithub(folder)) {
    test("is valid for GitHub's own parser", async () => {
      expect(await parserErrors(name, readFileSync(join(folder, 'expected.yaml'), 'utf8'))).toEqual([]);
    });
  }

  if (isOfArgo(folder)) {
    test.skipIf(argoLint.missing)(`is valid for ${argoLint.title}`, () => {
      const text = readFileSync(join(folder, 'expected.yaml'), 'utf8');
      expect(argoLint.of({ path: 'workflow.yaml', text })).toEqual(['[]']);
    });
  }

  if (isOfGitlab(name)) {
    test.skipIf(gitlabCiLocal.missing !== undefined)(`is read by ${gitlabCiLocal.title}`, () => {
      expect(readingProblems(readFileSync(join(folder, 'expected.yaml'), 'utf8'))).toBe('');
    });
  }

  const isOfOthers = isOfGithub(folder) || isOfArgo(folder) || isOfGitlab(name);
  for (const engine of isOfOthers ? [] : dagus.filter((one) => one === dagu1 || !isFolderFor1(folder))) {
    testWith(engine, 'is valid for the real engine', async () => {
      const expected = join(folder, input === 'workflows' ? 'expected' : 'expected.yaml');
      const home = mkdtempSync(join(tmpdir(), 'dagweave-dagu-'));
      for (const file of filesOf(expected)) expect(await validateDagu(join(expected, file), home, engine)).toBe('');
    });
  }

  test('is left as it is by a second run, and keeps Windows line ends', () => {
    const copy = mkdtempSync(join(tmpdir(), 'dagweave-example-'));
    cpSync(folder, copy, { recursive: true });
    const apply = () => {
      const { exit, stderr } = runDagweave(['apply', ...rules, input, '-i'], { cwd: copy });
      expect(exit, stderr).toBe(0);
      return filesOf(join(copy, input)).map((file) => readFileSync(join(copy, input, file), 'utf8'));
    };
    const once = apply();
    expect(apply()).toEqual(once);
    for (const file of filesOf(join(folder, input))) {
      const path = join(copy, input, file);
      writeFileSync(path, readFileSync(join(folder, input, file), 'utf8').replaceAll('\n', '\r\n'));
    }
    expect(apply().map((text, index) => isSameInWindows(text, once[index]!))).toEqual(once.map(() => true));
  });

  test('says nothing that a reader would take for a warning', () => {
    expect(run('apply', '--check', '--strict').stderr).not.toMatch(/^(warning|error DW(?!813))/m);
  });

  test('has a preview that ends with the plan', () => {
    const { exit, stdout } = run('diff');
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^Plan: \d+ steps? to add in \d+ DAGs?, \d+ dependenc(y|ies) rewired, \d+ changed otherwise; \d+ model calls?, critical path \d+ steps? longer\n$/m,
    );
  });

  test('is reported in three lines, the last of which runs', () => {
    const lines = readFileSync(join(folder, 'README.md'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(new RegExp(`^\`dagweave (diff|apply) ${rules.join(' ')} ${input}( -o out)?\`$`));
  });
});

describe.each(examples.filter(isRefused))('example %s', (name) => {
  const folder = resolve('examples', name);
  const readme = readFileSync(join(folder, 'README.md'), 'utf8').trimEnd().split('\n');

  test('is refused with the words that lie beside it', async () => {
    const { exit, stdout, stderr } = runDagweave(['apply', '--config', 'hooks.yaml', 'workflow.yaml'], { cwd: folder });
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    await expect(stderr).toMatchFileSnapshot(join(folder, 'refused.txt'));
  });

  test('is reported in three lines, the last of which runs', () => {
    expect(readme).toHaveLength(3);
    expect(readme[2]).toBe('`dagweave apply --config hooks.yaml workflow.yaml`');
  });
});

test('the list of examples names each, and no other', () => {
  const list = readFileSync('examples/README.md', 'utf8');
  const named = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!).sort();
  const packs = readdirSync('examples/packs').map((name) => `packs/${name}`);
  expect(named).toEqual([...examples, ...packs].sort());
});

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [''];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
}

function isOfGithub(folder: string): boolean {
  const workflow = join(folder, 'workflow.yaml');
  return existsSync(workflow) && /^jobs:/m.test(readFileSync(workflow, 'utf8'));
}

function isOfArgo(folder: string): boolean {
  const workflow = join(folder, 'workflow.yaml');
  return existsSync(workflow) && readFileSync(workflow, 'utf8').startsWith('apiVersion: argoproj.io/');
}

function isOfGitlab(name: string): boolean {
  return name.startsWith('gitlab-');
}

function isFolderFor1(folder: string): boolean {
  const written = filesOf(folder).filter((file) => /\.ya?ml$/.test(file) && !/hooks|tests/.test(file));
  return written.some((file) => isOnlyFor1(readFileSync(join(folder, file), 'utf8')));
}

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionDefaults } from '../src/cli/options.js';
import { judge, type ReadyCase } from '../src/cli/rule-tests/judge.js';
import { readCaseFiles } from '../src/cli/rule-tests/ready-cases.js';
import { createCollector } from '../src/diagnostics/diagnostics.js';
import { runDagweave } from './cli/run-dagweave.js';
import { validateDagu } from './engine/dagu.js';
import { dagus } from './engine/engines.js';
import { testWith } from './engine/in-each-dagu.js';
import { isOnlyFor1 } from './engine/only-for-1.js';

const list = readFileSync('examples/README.md', 'utf8').split(/^## /m)[1]!;
const ruleSets = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);

/** What refuses a workflow: a limit, what is denied, and a rule that matches too often. */
const refusals: readonly string[] = ['DW417', 'DW450', 'DW453'];

describe.each(ruleSets)('the rule set %s', (name) => {
  const folder = join('examples', name);

  test('holds its tests, and each of its rules would be missed', () => {
    const { exit, stdout } = runDagweave(['test', '.', '--mutate'], { cwd: folder });
    expect(exit, stdout).toBe(0);
  });

  test('catches one workflow in five ways, and lets be what only looks like it', async () => {
    const caught = (await casesOf(folder)).map((one) => isCaught(one, name));
    expect(caught.filter((one) => one === true).length).toBeGreaterThanOrEqual(5);
    expect(caught).toContain(false);
  });

  test('catches nothing without its rules', async () => {
    const bare = '{hooks: {enabled: true, injections: {final: [{command: ":", enabled: false}]}}}';
    for (const one of await casesOf(folder)) {
      const configuration = [{ path: 'bare.yaml', text: bare, layer: 'project' as const }];
      expect(isCaught({ ...one, input: { ...one.input, configuration } }, name), one.test.name).not.toBe(true);
    }
  });

  for (const engine of dagus) {
    testWith(engine, 'gives what the real engine takes', async () => {
      const home = mkdtempSync(join(tmpdir(), 'dagweave-rule-sets-'));
      const own = (await casesOf(folder)).filter(
        ({ test: { targetVersion } }) => (targetVersion ?? engine.version) === engine.version,
      );
      for (const [index, one] of own.entries()) {
        const text = judge(one).found.result.outputs[0]?.text;
        if (text === undefined || (engine.dialect === 'v2' && isOnlyFor1(text))) continue;
        const file = join(home, `case-${index}.yaml`);
        writeFileSync(file, text);
        expect(await validateDagu(file, home, engine), `${one.test.name}\n${text}`).toBe('');
      }
    });
  }
});

test('the list of examples has the rule sets', () => {
  expect(ruleSets.length).toBeGreaterThanOrEqual(12);
});

async function casesOf(folder: string): Promise<readonly ReadyCase[]> {
  const options = { ...optionDefaults, diagnostics: 'pretty', promptContext: 'lines', color: 'never' } as const;
  const found = createCollector();
  const { files } = await readCaseFiles([normalize(folder)], options, found);
  expect(found.all()).toEqual([]);
  return files.flatMap(({ cases }) => cases);
}

/** Is it given a hook or, by rules that refuse, refused? `undefined` where the rules themselves are at fault. */
function isCaught(one: ReadyCase, name: string): boolean | undefined {
  const { result, codes } = judge(one).found;
  if (codes.some((code) => refusals.includes(code))) return true;
  if (!result.ok) return codes.includes('DW454') ? false : undefined;
  const refuses = existsSync(join('examples', name, 'refused.txt'));
  return !refuses && /^\s*# dagweave: /m.test(result.outputs.map(({ text }) => text).join('\n'));
}

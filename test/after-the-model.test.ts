import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from './cli/run-dagweave.js';
import { runWarmAside } from './cli/warm-dagweave.js';
import { validateDagu } from './engine/dagu.js';
import { dagus, type Engine } from './engine/engines.js';
import { startObedientModel } from './servers/obedient-model.js';

const home = resolve('test/fixtures/answers');
const rulesFor1 = readFileSync(join(home, 'rules.yaml'), 'utf8');
const names = readdirSync(home).filter((name) => name !== 'rules.yaml');

test('there are at least twenty broken answers', () => expect(names.length).toBeGreaterThanOrEqual(20));

describe.each(
  dagus,
)('a broken answer becomes valid for $title in at most three rounds, by a model that does what it is asked', (engine) => {
  const rules = rulesFor1.replace('target_version: "1.30"', `target_version: "${engine.version}"`);

  test.each(names)('%s', async (name) => {
    const answer = readFileSync(join(home, name, 'answer.txt'), 'utf8');
    const cwd = folderWith({ 'rules.yaml': rules });
    const model = await startObedientModel(answer);
    try {
      const messages = [{ role: 'user', content: 'Write a workflow that builds, tests and publishes.' }];
      const requests: string[] = [];
      let isDone = false;
      for (let round = 0; round <= 3 && !isDone; round++) {
        const content = await ask(model.url, messages);
        messages.push({ role: 'assistant', content });
        const ran = await runWarmAside(apply, { cwd, input: content });
        // Nothing of the loop changes a rule or leaves one beside them.
        expect(readdirSync(cwd).sort()).toEqual(
          ran.exit === 0 ? ['manifest.json', 'out.yaml', 'rules.yaml'] : ['rules.yaml'],
        );
        expect(readFileSync(join(cwd, 'rules.yaml'), 'utf8')).toBe(rules);
        expect(content).not.toMatch(ofRules);
        isDone = ran.exit === 0;
        if (isDone) {
          expect(ran.stderr).toBe('');
          continue;
        }
        expect(ran.exit, ran.stderr).toBe(1);
        expect(ran.stderr).toMatch(/^The workflow that you wrote has /);
        expect(ran.stderr).not.toMatch(ofRules);
        requests.push(ran.stderr);
        messages.push({ role: 'user', content: ran.stderr });
      }
      expect(isDone, requests.join('\n---\n')).toBe(true);
      expect(requests.length).toBeGreaterThan(0);
      // The step that is apart from the others is in it as well.
      if (name.startsWith('rest-')) expect(messages.at(-1)!.content).toContain('make publish');
      await checkOutput(messages.at(-1)!.content, { rules, cwd, engine });
    } finally {
      model.close();
    }
  });
});

/** Words of rules, and what could weaken one. */
const ofRules = /rules\.yaml|coverage|dagweave|--\w{2}|optional|tasks_exclude|hooks|enabled|injections|deny/;

interface Loop {
  readonly rules: string;
  readonly cwd: string;
  readonly engine: Engine;
}

/** The output is what the model wrote, with all that the rules ask for and nothing else. */
async function checkOutput(mended: string, { rules, cwd, engine }: Loop): Promise<void> {
  const output = readFileSync(join(cwd, 'out.yaml'), 'utf8');
  expect(output).not.toContain('terraform destroy');
  const inBlock = /^ *# dagweave: coverage .*\n.*\n *(?:command|run): \.\/coverage\.sh$/gm;
  const inBraces = /description"?: "dagweave: coverage [^\n]*\.\/coverage\.sh/g;
  expect([...output.matchAll(inBlock), ...output.matchAll(inBraces)]).toHaveLength(1);
  const stripped = await runWarmAside(['strip', '--manifest', 'manifest.json', 'out.yaml'], { cwd });
  expect(stripped).toMatchObject({ exit: 0, stdout: mended });
  writeFileSync(join(cwd, 'again.yaml'), rules);
  expect(await runWarmAside(['verify', '--strict', '--config', 'again.yaml', 'out.yaml'], { cwd })).toMatchObject({
    exit: 0,
  });
  if (!engine.missing) expect(await validateDagu(join(cwd, 'out.yaml'), cwd, engine)).toBe('');
}

const apply = [
  ...['apply', '--strict', '--config', 'rules.yaml', '--diagnostics', 'prompt'],
  ...['--manifest', 'manifest.json', '-o', 'out.yaml', '-'],
];

async function ask(url: string, messages: readonly object[]): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'any', messages }),
  });
  const { choices } = (await response.json()) as {
    readonly choices: readonly [{ readonly message: { readonly content: string } }];
  };
  return choices[0].message.content;
}

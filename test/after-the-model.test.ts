import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './cli/run-dagweave.js';
import { validateDagu } from './engine/dagu.js';
import { dagu1 } from './engine/engines.js';
import { startObedientModel } from './servers/obedient-model.js';

const home = resolve('test/fixtures/answers');
const rules = readFileSync(join(home, 'rules.yaml'), 'utf8');
const names = readdirSync(home).filter((name) => name !== 'rules.yaml');

test('there are at least twenty broken answers', () => expect(names.length).toBeGreaterThanOrEqual(20));

describe('a broken answer becomes valid in at most three rounds, by a model that does what it is asked', () => {
  test.each(names)('%s', async (name) => {
    const answer = readFileSync(join(home, name, 'answer.txt'), 'utf8');
    const cwd = folderWith({ 'rules.yaml': rules });
    const model = await startObedientModel(answer);
    try {
      const messages = [{ role: 'user', content: 'Write a workflow that builds, tests and publishes.' }];
      const requests: string[] = [];
      let exit: number | null = 1;
      for (let round = 0; round <= 3 && exit !== 0; round++) {
        const content = await ask(model.url, messages);
        messages.push({ role: 'assistant', content });
        const ran = runDagweave(apply, { cwd, input: content });
        exit = ran.exit;
        if (exit === 0) {
          expect(ran.stderr).toBe('');
          break;
        }
        expect(exit, ran.stderr).toBe(1);
        requests.push(ran.stderr);
        messages.push({ role: 'user', content: ran.stderr });
      }
      expect(exit, requests.join('\n---\n')).toBe(0);
      expect(requests.length).toBeGreaterThan(0);
      for (const request of requests) {
        expect(request).toMatch(/^The workflow that you wrote has /);
        expect(request).not.toMatch(/rules\.yaml|coverage|dagweave|--\w{2}|optional|tasks_exclude|hooks:/);
      }
      const output = readFileSync(join(cwd, 'out.yaml'), 'utf8');
      expect(output).toContain('./coverage.sh');
      expect(output).not.toContain('terraform destroy');
      expect(digest(readFileSync(join(cwd, 'rules.yaml'), 'utf8'))).toBe(digest(rules));
      if (!dagu1.missing) expect(await validateDagu(join(cwd, 'out.yaml'), cwd, dagu1)).toBe('');
      // The rules as they were before the loop hold for what came of it.
      writeFileSync(join(cwd, 'again.yaml'), rules);
      expect(runDagweave(['verify', '--config', 'again.yaml', 'out.yaml'], { cwd }).exit).toBe(0);
    } finally {
      model.close();
    }
  });
});

const apply = ['apply', '--strict', '--config', 'rules.yaml', '--diagnostics', 'prompt', '-o', 'out.yaml', '-'];

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

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

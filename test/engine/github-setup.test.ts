import { expect } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputFor } from '../formats/github-actions/corpus.js';
import { runAct } from './act.js';
import { act } from './engines.js';
import { testWith } from './in-each-dagu.js';

testWith(act, 'a gate still decides where the setup of a hook that may fail before it does', async () => {
  const step = (name: string) => `echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"`;
  const text = `on: push\njobs:\n  build: {runs-on: ubuntu-latest, steps: [{run: '${step('build')}'}]}\n`;
  const rules = {
    pre_root: [
      { id: 'soft', type: 'shell', command: step('soft'), on_failure: 'continue' },
      { id: 'gate', type: 'shell', command: step('gate'), order: 1 },
    ],
    final: [{ id: 'note', type: 'shell', command: step('note'), await: false }],
  };
  // The setup of the gate is the same, and succeeds the second time.
  const setup = [{ run: `${step('setup')} || { rm "$FAIL/setup"; exit 1; }` }];
  const { outputs } = compile(inputFor({ path: 'w.yml', text }, rules, { github_actions: { setup } }));
  const ran = async (failing: readonly string[]) => {
    const { code, trace } = await runAct(outputs[0]!.text, { failing });
    return `${trace.filter((name) => name !== 'setup').join(' ')}: ${code}`;
  };
  expect(await ran(['setup'])).toBe('soft gate build note: 0');
  expect(await ran(['setup', 'gate'])).toBe('soft gate: 1');
});

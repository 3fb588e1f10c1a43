import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

const text = `tags: [Prod, Tier=EU]
steps:
  - name: a
    command: 'true'
`;

inEachDagu('labels', {}, (engine) => {
  test('match in lower case, as the engine keeps them, and as they are written', async () => {
    const { labels } = await runDagu({ 'flow.yaml': text }, { engine });
    expect([...labels].sort()).toEqual(['prod', 'tier=eu']);
    const isMatched = (wanted: unknown) => {
      const rule = { type: 'shell', command: ':', match: { labels: wanted }, optional: true };
      const { outputs } = compile(inputOf(text, { enabled: true, injections: { pre_root: [rule] } }));
      return outputs[0]!.text !== text;
    };
    expect([['prod'], { tier: 'eu' }, ['Prod'], { Tier: 'EU' }].map(isMatched)).toEqual([true, true, true, true]);
    expect([['pro'], { tier: 'us' }].map(isMatched)).toEqual([false, false]);
  });
});

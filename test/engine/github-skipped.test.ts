import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputFor } from '../formats/github-actions/corpus.js';
import { runAct } from './act.js';
import { act } from './engines.js';

const work = (name: string) =>
  `runs-on: ubuntu-latest, steps: [{run: 'echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"'}]`;
const hook = (id: string, more: object = {}) => {
  return { id, type: 'shell', command: `echo ${id} >> "$OUT"; test ! -e "$FAIL/${id}"`, ...more };
};
const setup = { github_actions: { setup: [{ run: 'true' }] } };

describe.skipIf(act.missing).concurrent(`behind a first job that is skipped: ${act.title}`, () => {
  const text = [
    'on: push',
    'jobs:',
    `  docs: {if: "github.event_name == 'never'", ${work('docs')}}`,
    `  build: {${work('build')}}`,
    `  deploy: {needs: [docs, build], if: "\${{ !cancelled() }}", ${work('deploy')}}`,
    `  tell: {needs: [docs], ${work('tell')}}`,
    '',
  ].join('\n');
  const rules = {
    pre_root: [hook('begin')],
    post_roots: [hook('soft', { on_failure: 'continue' }), hook('ready', { order: 1 })],
    final: [hook('green', { after: 'release', order: 2 })],
  };
  const ran = async (failing: readonly string[]) => {
    const { outputs } = compile(inputFor({ path: 'w.yml', text }, rules, setup));
    const { code, trace } = await runAct(outputs[0]!.text, { failing });
    return `${trace.join(' ')}: ${code}`;
  };

  test.each([
    [[], 'begin build soft ready deploy green: 0'],
    [['soft'], 'begin build soft ready deploy green: 0'],
    [['ready'], 'begin build soft ready: 1'],
    [['begin'], 'begin: 1'],
    // What the gate is behind failed, which is no word against what runs behind failures.
    [['build'], 'begin build deploy: 1'],
  ])('a gate holds up a job that runs all the same: where %j fail', async (failing, expected) => {
    expect(await ran(failing)).toBe(expected);
  });
});

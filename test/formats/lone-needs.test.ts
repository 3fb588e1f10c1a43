import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { inputOf } from '../there-and-back.js';

const written = ['build', "'build'", '"build" # for its files', '[build]', '[ build ]', '\n      - build'];
const config = {
  hooks: {
    enabled: true,
    injections: { post_roots: ['one', 'two'].map((id) => ({ id, type: 'shell', command: './gate.sh' })) },
  },
};

test.each(written)('a job of GitHub that needs %s is what it was once hooks are gone', (needs) => {
  const job = '    runs-on: ubuntu-latest\n    steps: [{run: make}]\n';
  expectBack(`on: push\njobs:\n  build:\n${job}  test:\n    needs: ${needs}\n${job}`);
});

test.each(written)('a job of GitLab that needs %s is what it was once hooks are gone', (needs) => {
  expectBack(`stages: [build, test]\nbuild: {stage: build, script: make}\ntest:\n  needs: ${needs}\n  script: make\n`);
});

function expectBack(text: string): void {
  const first = compile(inputOf(text, config, undefined));
  expect(first.ok && first.outputs[0]!.text).toContain('hook-two');
  const again = inputOf(first.outputs[0]!.text, config, undefined);
  expect(compile(again).outputs[0]!.text).toBe(first.outputs[0]!.text);
  expect(strip(again).outputs[0]!.text).toBe(text);
  expect(strip({ ...again, configuration: [] }).outputs[0]!.text).toBe(text);
}

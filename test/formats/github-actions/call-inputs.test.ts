import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { parserErrors } from './parser.js';

const main = 'on: push\njobs:\n  build: {runs-on: x, steps: [{run: make}]}\n';

/** A hook hands inputs to a workflow whose `workflow_call` is given. */
function called(inputs: object, call: string, external = false) {
  const hooks = {
    vars: { n: '4.5' },
    injections: { pre_root: [{ id: 'ask', type: 'spawn', pipeline: 'ask', inputs, external }] },
  };
  const child = `on:\n  workflow_call: ${call}\njobs:\n  ask: {runs-on: x, steps: [{run: ask}]}\n`;
  const workflow = [{ path: '.github/workflows/main.yml', text: main }];
  if (!external) workflow.push({ path: '.github/workflows/ask.yml', text: child });
  const { diagnostics, outputs } = compile({ ...inputOf(main, { enabled: true, ...hooks }), workflow });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return {
    said: errors.map(({ code, message, help }) => `${code} ${message}. ${help}`),
    child,
    text: outputs.find(({ path }) => path.endsWith('main.yml'))?.text ?? '',
  };
}

describe('a hook is refused with what it hands to a workflow', () => {
  test.each([
    [{ enviroment: 'x' }, '{inputs: {environment: {type: string}}}', 'no input `enviroment`. Write `environment`.'],
    [{ a: 1 }, '{inputs: {b: {type: string}, c: {type: string}}}', 'no input `a`. Write one of `b`, `c`.'],
    [{ a: 1 }, '', 'no input `a`. Take it out, or add it to the `inputs` of `ask.yml`.'],
    [{ a: 1 }, '{inputs: {a: {type: string}, b: {type: string, required: true}}}', 'input `b` is required'],
    [{ n: 'abc' }, '{inputs: {n: {type: number}}}', 'input `n` is a number, and `abc` is not. Write a number.'],
    [{ b: 'yes' }, '{inputs: {b: {type: boolean}}}', 'input `b` is a boolean, and `yes` is not'],
    [{}, '{secrets: {TOKEN: {required: true}}}', 'secret `TOKEN` is required, and a hook hands over no secrets'],
  ])('%j, where that has %s', (inputs, call, why) => {
    expect(called(inputs, call).said).toEqual([expect.stringContaining(why)]);
  });

  test('of which each fault is named', () => {
    const call = '{inputs: {env: {type: string, required: true}, n: {type: number}}, secrets: {T: {required: true}}}';
    expect(called({ enviroment: 'x', n: 'abc' }, call).said).toHaveLength(4);
  });
});

describe('a hook hands inputs as the workflow wants them, which GitHub takes', () => {
  test.each([
    [{ A: 'x' }, '{inputs: {a: {type: string, required: true}}}', 'A: x'],
    [{ n: 4 }, '{inputs: {n: {type: number}}}', '"n": 4'],
    [{ n: '{{vars.n}}' }, '{inputs: {n: {type: number}}}', '"n": 4.5'],
    [{ b: true }, '{inputs: {b: {type: boolean}}}', 'b: true'],
    [{ s: 4 }, '{inputs: {s: {type: string}}}', 's: "4"'],
    [{ n: '${{ github.run_number }}' }, '{inputs: {n: {type: number}}}', '"n": "${{ github.run_number }}"'],
    [{}, '{inputs: {a: {type: string, required: false}}, secrets: {T: {required: false}, U: }}', 'uses: ./.github'],
  ])('%j, where that has %s', async (inputs, call, written) => {
    const { said, text, child } = called(inputs, call);
    expect(said).toEqual([]);
    expect(text).toContain(written);
    expect(await parserErrors('main.yml', text, child)).toEqual([]);
  });

  test('and as text where its file did not come in', () => {
    expect(called({ n: 4 }, '', true).text).toContain('"n": "4"');
  });
});

test('the parser of GitHub refuses the same', async () => {
  const text = `${main}  ask: {uses: ./.github/workflows/ask.yml, with: {enviroment: x}}\n`;
  const call = '{inputs: {env: {type: string, required: true}}, secrets: {T: {required: true}}}';
  expect(await parserErrors('main.yml', text, called({}, call).child)).toEqual([
    'Input env is required, but not provided while calling.',
    'Invalid input, enviroment is not defined in the referenced workflow.',
    'Secret T is required, but not provided while calling.',
  ]);
});

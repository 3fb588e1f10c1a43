import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';

const job = 'a:\n  script: make\n';
const workflow = 'on: push\njobs: {a: {runs-on: x, steps: [{run: make}]}}\n';

test.each([
  [`${job}---\nb:\n  script: make\n`, 1],
  [`spec:\n  inputs: {x: {default: y}}\n---\n${job}`, 0],
  [`spec:\n  inputs: {x: {default: y}}\n---\n${job}---\nb: {script: x}\n`, 1],
  [`# licence\n---\n${job}---\n# end\n`, 0],
  [`${workflow}---\n${workflow}---\n- x\n`, 2],
  [`---\n${workflow}...\n`, 0],
  ['name: a\nsteps: [{command: make}]\n---\nname: b\nsteps: [{command: make}]\n', 0],
])('documents behind the one that an engine reads are named: %j', (text, expected) => {
  const { diagnostics } = compile(inputOf(text, { enabled: true }));
  expect(diagnostics.filter(({ code }) => code === 'DW231')).toHaveLength(expected);
});

#!/usr/bin/env node
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printResult } from '../runtime/print.js';
import { runBundle } from './code-cache.js';
import { exitCodes } from './exit-codes.js';
import { readVersion } from './package-files.js';

const [verb, ...others] = process.argv.slice(2);
const compiling = ['apply', 'diff', 'explain', 'graph', 'strip', 'verify'];
/** Verbs that builds, workflows and people run again and again; each has the code kept that it calls itself. */
const often = ['dispatch', 'step', ...compiling];
const fewBytes = 30_000;
const program = often.find((one) => one === verb) && [verb, ...waysOf(others)].join('-');
if ((verb === '--version' || verb === '-V') && others.length === 0) {
  if (!printResult(readVersion())) process.exitCode = exitCodes.rules;
} else if (verb === 'dispatch') void start('./run-dispatch.cjs');
else if (verb !== 'apply' && verb !== 'verify') void start('./run-verbs.cjs');
else void start('./run-plain.cjs').then((done) => done || start('./run-verbs.cjs'));

/** @returns what the program says of its end */
function start(path: string): Promise<unknown> {
  const { run } = runBundle(fileURLToPath(new URL(path, import.meta.url)), program) as { run(): Promise<unknown> };
  return run();
}

/** Large workflows are compiled by functions of their own: see `mayBeAlike`, whose limit this is about. A check reads what has hooks. */
function waysOf(words: readonly string[]): readonly string[] {
  const isLarge = compiling.includes(verb!) && words.some((word) => !word.startsWith('-') && isLargeFile(word));
  return [...(words.includes('--check') ? ['check'] : []), ...(isLarge ? ['large'] : [])];
}

function isLargeFile(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > fewBytes;
  } catch {
    return false;
  }
}

#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runBundle } from './code-cache.js';
import { readVersion } from './package-files.js';

const [verb, ...others] = process.argv.slice(2);
/** Verbs that builds, workflows and people run again and again; each has the code kept that it calls itself. */
const often = ['apply', 'diff', 'dispatch', 'explain', 'graph', 'step', 'strip', 'verify'];
const ownCode = often.find((one) => one === verb);
if ((verb === '--version' || verb === '-V') && others.length === 0) process.stdout.write(`${readVersion()}\n`);
else if (verb === 'dispatch') void start('./run-dispatch.cjs');
else if (verb !== 'apply' && verb !== 'verify') void start('./run-verbs.cjs');
else void start('./run-plain.cjs').then((done) => done || start('./run-verbs.cjs'));

/** @returns what the program says of its end */
function start(program: string): Promise<unknown> {
  const { run } = runBundle(fileURLToPath(new URL(program, import.meta.url)), ownCode) as { run(): Promise<unknown> };
  return run();
}

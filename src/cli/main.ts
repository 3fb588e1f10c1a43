#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runBundle } from './code-cache.js';
import { readVersion } from './package-files.js';

const [verb, ...others] = process.argv.slice(2);
const program = verb === 'dispatch' ? './run-dispatch.cjs' : './run-verbs.cjs';
/** Verbs that builds and workflows run again and again; each has the code kept that it calls itself. */
const ownCode = ['apply', 'step', 'verify', 'dispatch'].find((one) => one === verb);
if ((verb === '--version' || verb === '-V') && others.length === 0) process.stdout.write(`${readVersion()}\n`);
else void (runBundle(fileURLToPath(new URL(program, import.meta.url)), ownCode) as { run(): Promise<void> }).run();

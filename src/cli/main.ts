#!/usr/bin/env node
import { type ExitCode, exitCodes } from './exit-codes.js';

async function main(args: readonly string[]): Promise<ExitCode | number> {
  try {
    const direct = directVerbs.find(({ words }) => words.every((word, index) => args[index] === word));
    if (direct) return await (await direct.load())(args.slice(direct.words.length));
    for (const stream of [process.stdout, process.stderr]) stream.on('error', endAtBrokenPipe);
    (await import('./optimize-late.js')).optimizeLate();
    return await (await import('./program.js')).runProgram(args);
  } catch (error) {
    const { reportFault } = await import('./fault.js');
    reportFault(error, args);
    return faultCode(args);
  }
}

/** Who dispatches with `--fail-closed` is asked to block, also where dispatch itself breaks. */
function faultCode(args: readonly string[]): ExitCode {
  return args[0] === 'dispatch' && args.includes('--fail-closed') ? exitCodes.blocked : exitCodes.fault;
}

interface DirectVerb {
  readonly words: readonly string[];
  readonly load: () => Promise<(args: readonly string[]) => Promise<number>>;
}

/** Verbs that somebody waits for, a step of a DAG or a tool: they read their own options, and neither commander nor the compiler is loaded. */
const directVerbs: readonly DirectVerb[] = [
  { words: ['step'], load: async () => (await import('./commands/step.js')).step },
  { words: ['dispatch'], load: async () => (await import('./commands/dispatch.js')).dispatch },
  { words: ['hooks', 'llm-eval'], load: async () => (await import('./commands/hooks-steps.js')).hooksLlmEval },
  {
    words: ['hooks', 'quality-check'],
    load: async () => (await import('./commands/hooks-steps.js')).hooksQualityCheck,
  },
];

/** One who read our output has gone, as `head` does: nothing is left to say. */
function endAtBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

process.exitCode = await main(process.argv.slice(2));

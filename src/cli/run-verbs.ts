import { exitCodes } from './exit-codes.js';
import { runToEnd } from './run-to-end.js';

/** Runs every verb but `dispatch`, which is a program of its own. */
export function run(): Promise<void> {
  return runToEnd(exitCodes.fault, async (args) => {
    const direct = directVerbs.find(({ words }) => words.every((word, index) => args[index] === word));
    if (direct) return (await direct.load())(args.slice(direct.words.length));
    return (await import('./program.js')).runProgram(args);
  });
}

interface DirectVerb {
  readonly words: readonly string[];
  readonly load: () => Promise<(args: readonly string[]) => Promise<number>>;
}

/** Verbs that a step of a DAG waits for: they read their own options, and neither commander nor the compiler is loaded. */
const directVerbs: readonly DirectVerb[] = [
  { words: ['step'], load: async () => (await import('./commands/step.js')).step },
  { words: ['hooks', 'llm-eval'], load: async () => (await import('./commands/hooks-steps.js')).hooksLlmEval },
  {
    words: ['hooks', 'quality-check'],
    load: async () => (await import('./commands/hooks-steps.js')).hooksQualityCheck,
  },
];

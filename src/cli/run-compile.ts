import { type CompileInput, type CompileResult, compile } from '../compile.js';
import type { Report } from '../diagnostics/diagnostics.js';
import { InternalFault } from './fault.js';
import { compileWithFixes } from './fix.js';

/** Compiles; what goes wrong inside leaves with what is needed to see it again. */
export function runCompile(input: CompileInput, fix: boolean, report: Report): CompileResult {
  try {
    const result = fix ? compileWithFixes(input, report) : compile(input);
    if (result.ok && !result.enabled) report('DW801', { configured: input.configuration.length > 0 });
    return result;
  } catch (error) {
    // The environment is left out: it may hold secrets.
    const { workflow, configuration, options } = input;
    throw new InternalFault(error, { workflow, configuration, options: { ...options, environment: undefined } });
  }
}

import { type CompileResult, compile } from '../../src/compile.js';
import { languages } from './languages.js';
import type { CommandOf, EngineName, Injections } from './rows.js';

/** The workflow of two tasks for an engine, with the hooks of some rules. */
export function compileFor(
  engine: EngineName,
  injections: Injections,
  command: CommandOf,
  text = languages[engine](command),
): CompileResult {
  const hooks = { enabled: true, dagu: { base_config: 'none' }, injections };
  return compileText(engine, JSON.stringify({ hooks }), command, text);
}

/** The same with a configuration in any form. */
export function compileText(
  engine: EngineName,
  configuration: string,
  command: CommandOf,
  text = languages[engine](command),
): CompileResult {
  const version = /^Dagu (\S+)$/.exec(engine)?.[1];
  return compile({
    workflow: [{ path: 'workflow.yaml', text }],
    configuration: [{ path: 'hooks.json', text: configuration, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: version === undefined ? {} : { targetVersion: version },
  });
}

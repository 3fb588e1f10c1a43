import type { EngineShell } from '../../model/engine.js';

/**
 * The shell in which hooks run. Argo puts values into any text of a template before a shell reads it, so values come by the
 * environment, and the text of a script holds their names alone.
 */
export const argoShell: EngineShell = {
  values: 'variables',
  quote: quoteForShell,
  variable: (name, filter) => (filter === undefined ? `\${${name}}` : `$(printf '%s' "\${${name}}" | ${filter})`),
  ownsVariable: (name) => system.has(name) || /^(?:ARGO|KUBERNETES)_/.test(name),
  variableSources: { inWorkflow: undefined, ofHook: true, elsewhere: 'its container image' },
  failure: `\${${failureVariable()}}`,
  ownFiles: [],
};

const system: ReadonlySet<string> = new Set(['PATH', 'HOME', 'HOSTNAME', 'PWD', 'OLDPWD', 'SHLVL']);

/** The variable in which a handler finds which steps failed; the engine fills it in. */
export function failureVariable(): string {
  return 'HOOK_FAILURES';
}

/** One word for a POSIX shell, in which no two braces are side by side: those the engine would read. */
function quoteForShell(literal: string): string {
  if (/^[\w./:@%+,=-]+$/.test(literal)) return literal;
  return `'${literal.replaceAll("'", "'\\''").replace(/\{(?=\{)/g, "{''")}'`;
}

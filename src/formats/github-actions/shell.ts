import type { EngineShell } from '../../model/engine.js';
import type { Word } from '../../model/step.js';

/** What passes ask of the shell in which a runner runs the commands of steps. */
export const githubShell: EngineShell = {
  values: 'variables',
  quote: (literal) => (/^[\w./:@%+,-]+$/.test(literal) ? literal : `'${literal.replaceAll("'", "'\\''")}'`),
  variable: (name, filter) => (filter === undefined ? `\${${name}}` : `$(printf '%s\\n' "\${${name}}" | ${filter})`),
  ownsVariable: (name) => /^(?:GITHUB|RUNNER|ACTIONS|INPUT|LC)_/.test(name) || system.has(name),
  variableSources: {
    inWorkflow: 'in the `env` of the workflow or of its job',
    ofHook: true,
    elsewhere: 'a step that writes to `GITHUB_ENV`',
  },
  // A job finds no message of another one, so this says which run failed, and where it shows its jobs.
  failure: 'run ${GITHUB_RUN_ID} failed: ${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}',
  ownFiles: [],
};

const system: ReadonlySet<string> = new Set(['CI', 'HOME', 'LANG', 'PATH', 'PWD', 'SHELL', 'SHLVL', 'TMPDIR', 'USER']);

/** A literal in a field that may hold expressions: what would begin one is itself the value of one. */
export function literalText(text: string): string {
  return text.replaceAll('${{', "${{ '${{' }}");
}

/** The text of a value that is known before the run; `undefined` where a part of it is not. */
export function knownText(word: Word): string | undefined {
  const texts = word.map((part) => (part.kind === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** Does a condition decide for itself whether the job or step runs behind one that failed or was skipped? */
export function asksForStatus(condition: string): boolean {
  return /\b(?:always|failure|cancelled|success)\s*\(/i.test(withoutTexts(condition));
}

/** Does a condition ask for a result or an output of jobs that its own job needs? */
export function asksForNeeds(condition: string): boolean {
  return /\bneeds\b/i.test(withoutTexts(condition));
}

function withoutTexts(condition: string): string {
  return condition.replace(/'(?:[^']|'')*'/g, "''");
}

import type { EngineShell } from '../../model/engine.js';

/** What passes ask of the shell in which a runner runs the commands of jobs: GitLab hands it the text as it is. */
export const gitlabShell: EngineShell = {
  values: 'quoted',
  quote: quoteForGitlab,
  variable: (name, filter) => (filter === undefined ? `\${${name}}` : `$(printf '%s\\n' "\${${name}}" | ${filter})`),
  ownsVariable: (name) => /^(?:CI|GITLAB|FF|RUNNER|DOCKER_AUTH)_/.test(name) || system.has(name),
  variableSources: {
    inWorkflow: 'in the `variables` of the pipeline or of its job',
    ofHook: false,
    elsewhere: 'the CI/CD variables of the project',
  },
  // No job gets to know which other one failed, so this says which pipeline did, and where it shows its jobs.
  failure: 'pipeline ${CI_PIPELINE_ID} failed: ${CI_PIPELINE_URL}',
  ownFiles: [],
};

const system: ReadonlySet<string> = new Set(
  'CI GITLAB_CI PATH HOME USER LOGNAME HOSTNAME SHELL SHLVL PWD OLDPWD LANG TERM TMPDIR'.split(' '),
);

/**
 * Writes a literal as one word. Before a shell reads it, GitLab fills in `$[[ inputs.name ]]` in files that others include, so
 * no quotes hold such a sign together.
 */
export function quoteForGitlab(literal: string): string {
  if (plainWord.test(literal)) return literal;
  return `'${literal.replace(/'|\$(?=\[)/g, (sign) => (sign === "'" ? "'\\''" : "$''"))}'`;
}

const plainWord = /^[\w./:@%+,=-]+$/;

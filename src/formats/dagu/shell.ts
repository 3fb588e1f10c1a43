import type { EngineShell } from '../../model/engine.js';
import { ownFiles } from './words.js';

/**
 * Shell text that yields in a failure handler what went wrong, between double quotes. Dagu 1.30 gives a handler no message, so
 * its own command line is asked; where that is not to be had, the log is named. Lines that it broke are joined again.
 */
const failure =
  `$(dagu status --run-id="$(printenv DAG_RUN_ID)" "$(printenv DAG_NAME)" 2>/dev/null | ` +
  `awk 'BEGIN { ORS = "" } /─error: / { if (n++) print "; "; sub(/.*─error: /, ""); print; on = 1; next } ` +
  `on && /[^ │]/ && !/─/ && !/^Result: / { sub(/^[ │]*/, " "); print; next } { on = 0 } ` +
  `END { if (!n) print "see the log, " ENVIRON["DAG_RUN_LOG_FILE"] }')`;

/** What passes ask of the shell in which Dagu runs the commands of steps. */
export const daguShell: EngineShell = {
  values: 'quoted',
  quote: quoteForDagu,
  variable: environmentVariable,
  ownsVariable,
  variableSources: {
    inWorkflow: 'in the `env` or the `params` of the workflow, or let a step write it as its `output`',
    ofHook: false,
    elsewhere: 'a `.env` file',
  },
  failure,
  ownFiles,
};

/** Dagu replaces `$NAME` and `${NAME}` before the shell reads them; this it leaves alone. */
export function environmentVariable(name: string, filter?: string): string {
  return filter === undefined ? `$(printenv ${name})` : `$(printenv ${name} | ${filter})`;
}

/**
 * Dagu keeps most of its own environment from its steps: `CI` and
 * `GITHUB_SHA` are not there, the names of the system and its own are. The shell of a step sets some as well.
 */
function ownsVariable(name: string): boolean {
  return system.has(name) || /^(?:DAG|DAGU|LC|XDG|KUBERNETES)_/.test(name);
}

const system: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'HOSTNAME',
  'SHELL',
  'SHLVL',
  'PWD',
  'OLDPWD',
  'LANG',
  'TZ',
  'TERM',
  'TMPDIR',
  'EDITOR',
  'VISUAL',
  'LD_LIBRARY_PATH',
]);

/**
 * Writes a literal as one word that reaches the command unchanged. Dagu rewrites command text before the shell reads it,
 * inside single quotes too: it replaces `$NAME` and `${…}` and runs what is between backquotes. So within single quotes
 * no name may follow a dollar sign, and a backquote is outside of them behind a backslash, which Dagu lets pass.
 * @param literal any text without NUL
 */
export function quoteForDagu(literal: string): string {
  if (plainWord.test(literal)) return literal;
  return `'${literal.replace(/['`]|\$(?![.() ]|$)|(?<=\\)\$/g, (sign) => signs[sign]!)}'`;
}

/** Words that no shell and no engine reads in another way, left as they are for the reader's sake. */
const plainWord = /^[\w./:@%+,-]+$/;

const signs: Readonly<Record<string, string>> = { "'": "'\\''", '`': "'\\`'", $: "''$''" };

/**
 * Is it a variable that a step finds without a workflow's doing? Dagu keeps most of its own environment from its steps: `CI` and
 * `GITHUB_SHA` are not there, the names of the system and its own are. The shell of a step sets some as well.
 */
export function isEngineName(name: string): boolean {
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

/** Files that an engine keeps in the folder of a step while it runs, as patterns of git: Dagu its scripts. */
export const engineFiles: readonly string[] = ['dagu_script-*'];

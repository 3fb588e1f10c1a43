/** Files that an engine keeps in the folder of a step while it runs, as patterns of git; no engine's name here but theirs. */
export const engineFiles: readonly string[] = ['dagu_script-*'];

/** Files that an engine keeps in the folder of a step while it runs, as patterns of git: Dagu its scripts. */
export const engineFiles: readonly string[] = ['dagu_script-*'];

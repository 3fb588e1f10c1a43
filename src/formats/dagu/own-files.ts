/** Files that Dagu keeps in the folder of a step while the step runs, as patterns of git. */
export const ownFiles: readonly string[] = ['dagu_script-*'];

import { error, note, warning } from '../row.js';

/** DW8xx: the command line, files and folders. */
export const commandLineRows = {
};

import { error, note, warning } from '../row.js';

/** DW5xx: variables, templates, prompts, quoting. */
export const templateRows = {};

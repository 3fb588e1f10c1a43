import { error, note, warning } from '../row.js';

/** DW9xx: steps at run time. */
export const runtimeRows = {};

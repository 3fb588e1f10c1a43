import { error, note, warning } from '../row.js';

/** DW7xx: the result is not what was planned, or was edited since. */
export const verificationRows = {
};

import { error, note, warning } from '../row.js';

/** DW3xx: rules and configuration. */
export const configurationRows = {
};

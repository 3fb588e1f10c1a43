import { error, note, warning } from '../row.js';

/** DW6xx: what an engine cannot express. */
export const loweringRows = {
};

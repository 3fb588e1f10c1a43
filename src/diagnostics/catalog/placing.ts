import { error, note, warning } from '../row.js';

/** DW4xx: which rule meets what, and where a hook goes. */
export const placingRows = {
};

import { error, note, warning } from '../row.js';

/** DW1xx: reading what came in: bytes, a model's answer, YAML. */
export const readingRows = {
};

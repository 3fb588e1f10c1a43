import { catalog as tableOfRows } from '../diagnostics/catalog.js';

/** Every diagnostic there is, by code. */
export const catalog = tableOfRows();

import { error, note, warning } from '../row.js';

/** DW2xx: the workflow as it was before us. */
export const workflowRows = {
};

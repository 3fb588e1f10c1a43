import type { RunTable } from '../model/run-table.js';

const gate = { success: 'success', failure: 'failure', left_out: 'success' } as const;
const soft = { ...gate, failure: 'success' } as const;

/** What becomes of hooks where the text of a hook says by itself that its failure does not count. */
export const plainHooks: RunTable['hooks'] = { gate, awaited: soft, aside: soft, background: soft };

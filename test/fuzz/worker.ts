import type { FuzzCase } from './case.js';
import { judgeByItsLaws } from './laws.js';

/** A process of its own that judges what it is sent, so that it can be ended when a case hangs or takes too much memory. */
process.on('message', (one: FuzzCase) => process.send?.(judgeByItsLaws(one)));

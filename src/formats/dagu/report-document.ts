import type { Report } from '../../diagnostics/diagnostics.js';
import { reportTypographicQuotes } from '../../text/typographic-quotes.js';
import { reportActions } from './action-inputs.js';
import { reportBesideRun } from './beside-run.js';
import { checkKinds } from './check-kinds.js';
import { reportIdleSteps } from './check-refused.js';
import type { DaguDocument } from './document.js';
import { reportKeyedSteps } from './keyed-steps.js';
import { reportMisnamedSteps } from './misnamed-steps.js';
import { reportNearKeys } from './near-keys.js';
import type { Version } from './readings.js';
import { reportRefusedIds } from './step-ids.js';
import { reportUnknownTypes } from './step-types.js';
import { reportUnknownType } from './type-of-dag.js';

/** Reports keys, steps and signs of one document that its author can hardly have meant. */
export function reportDocument(document: DaguDocument, text: string, { dialect }: Version, report: Report): void {
  reportMisnamedSteps(document, text, dialect, report);
  reportKeyedSteps(document, text, dialect, report);
  reportNearKeys(document, dialect, report);
  reportUnknownType(document, dialect, report);
  reportIdleSteps(document, dialect, report);
  reportBesideRun(document, dialect, report);
  reportActions(document, dialect, report);
  reportRefusedIds(document, dialect, report);
  checkKinds(document, text, dialect, report);
  reportUnknownTypes(document, dialect, report);
  reportTypographicQuotes(document.root, document.file, text, report);
}

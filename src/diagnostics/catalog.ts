import { madeLate } from '../lang/late.js';
import { commandLineRows } from './catalog/command-line.js';
import { configurationRows } from './catalog/configuration.js';
import { demandRows } from './catalog/demands.js';
import { eventRows } from './catalog/events.js';
import { limitRows } from './catalog/limits.js';
import { loweringRows } from './catalog/lowering.js';
import { matchingRows } from './catalog/matching.js';
import { packRows } from './catalog/packs.js';
import { placingRows } from './catalog/placing.js';
import { readingRows } from './catalog/reading.js';
import { templateRows } from './catalog/templates.js';
import { calledTemplateRows } from './catalog/templates-of-workflows.js';
import { verificationRows } from './catalog/verification.js';
import { workflowRows } from './catalog/workflow.js';
import { jobRows } from './catalog/workflows-of-jobs.js';

/** Every diagnostic there is, by code. The reference page is generated from this table. Most runs report nothing, and do without it. */
export const catalog = madeLate(() => ({
  ...readingRows(),
  ...workflowRows(),
  ...jobRows(),
  ...calledTemplateRows(),
  ...configurationRows(),
  ...packRows(),
  ...matchingRows(),
  ...limitRows(),
  ...placingRows(),
  ...demandRows(),
  ...templateRows(),
  ...loweringRows(),
  ...verificationRows(),
  ...commandLineRows(),
  ...eventRows(),
}));

type Catalog = ReturnType<typeof catalog>;

export type Code = keyof Catalog;

/** What a report of that code must tell; a missing argument fails to compile. */
export type Arguments<C extends Code> = Parameters<Catalog[C]['message']>[0];

import type { Pattern } from '../../model/rule.js';

/** Does a pattern mean this name? */
export type Matches = (pattern: Pattern, name: string) => boolean;

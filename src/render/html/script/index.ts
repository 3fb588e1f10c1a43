import { arrange } from './arrange.js';
import { details } from './details.js';
import { draw } from './draw.js';
import { filter } from './filter.js';
import { keys } from './keys.js';
import { pick } from './pick.js';
import { sidePanel } from './side-panel.js';
import { start } from './start.js';
import { zoom } from './zoom.js';

/**
 * The script of the page, one stretch of plain JavaScript a subject. They share one scope, so a name is used by others as it
 * stands; what comes from outside gets onto the page as text only.
 */
export const pageScript = `'use strict';
(function () {
${[draw, arrange, zoom, details, pick, filter, sidePanel, keys, start].join('\n')}
})();
`;

export { reload as reloadScript } from './reload.js';

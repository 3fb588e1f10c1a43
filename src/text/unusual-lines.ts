import { mayLeaveOut } from './left-out.js';
import { quoteLike } from './markdown-quotes.js';
import { proseLike } from './yaml-shape.js';

/**
 * Is there a line that a workflow has no need of: prose, a quote, a comment that says that something is left out? Most texts have none,
 * and then there is nothing to look for, which takes one look at the beginning of each line instead of one for each of these.
 */
export function hasUnusualLine(text: string): boolean {
  unusualFirstLine.lastIndex = 0;
  return unusualFirstLine.test(text) || unusualLaterLine.test(text) || mayLeaveOut(text);
}

// Most lines begin with a blank, and only a quote may do so too.
const unusual = `(?=[^ \\t\\r\\n])(?:${proseLike})|${quoteLike}`;
const unusualFirstLine = new RegExp(unusual, 'my');
/** V8 finds a break in less time than it finds out, at each sign, whether one is in front of it. */
const unusualLaterLine = new RegExp(`[\\n\\r\\u2028\\u2029](?:${unusual})`, 'm');

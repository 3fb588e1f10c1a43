import { elisionLike } from './left-out.js';
import { quoteLike } from './markdown-quotes.js';
import { proseLike } from './yaml-shape.js';

/**
 * Is there a line that a workflow has no need of: prose, a quote, a comment that says that something is left out? Most texts have none,
 * and then there is nothing to look for, which takes one look at each line instead of one for each of these.
 */
export function hasUnusualLine(text: string): boolean {
  return unusualLine.test(text);
}

const unusualLine = new RegExp(`^(?:${proseLike}|${quoteLike}|${elisionLike})`, 'm');

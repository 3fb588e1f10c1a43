import { sha256 } from '../../lang/sha256.js';

/** A part of a node's name. Where something gets lost that a reader would tell apart, a hash of the whole is added. */
export function legalName(text: string): string {
  const name = text.replace(/[_/]/g, '-');
  return legalPart(name) === name ? name : `${legalPart(name)}-${shortHash(text)}`;
}

function legalPart(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]+/g, '-');
}

/** The name of a node as a part of another name. Two nodes that would look alike are distinguished, whichever of them there are. */
export function legalNodeName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9._-]+/g, '-');
  return legal === name ? name : [legal.replace(/^-+|(?<!-)-+$/g, ''), shortHash(name)].filter(Boolean).join('-');
}

/** Eight digits that tell texts apart. */
export function shortHash(text: string): string {
  return sha256(text).slice(0, 8);
}

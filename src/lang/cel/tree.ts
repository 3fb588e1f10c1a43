import { type FactName, isSubject } from './facts.js';

/** A part of an expression, as the library reads it. */
export interface CelNode {
  readonly op: string;
  /** Operands; their form depends on the operator. */
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** The parts of a part, in the order in which they are written. */
export function partsOf({ op, args }: CelNode): readonly CelNode[] {
  if (op === 'value' || op === 'id') return [];
  if (op === 'call') return (args as [string, readonly CelNode[]])[1];
  if (op === 'rcall') {
    const [, receiver, more] = args as [string, CelNode, readonly CelNode[]];
    return [receiver, ...more];
  }
  return (Array.isArray(args) ? args.flat() : [args]).filter((one) => typeof one === 'object');
}

export function allParts(node: CelNode): readonly CelNode[] {
  return [node, ...partsOf(node).flatMap(allParts)];
}

/** The function that a part calls, `undefined` where it calls none. */
export function functionOf({ op, args }: CelNode): string | undefined {
  return op === 'call' || op === 'rcall' ? (args as [string])[0] : undefined;
}

/** Calls a predicate for each item of a list. */
export function isLoop(node: CelNode): boolean {
  return node.op === 'rcall' && loops.has(functionOf(node)!);
}

const loops = new Set(['exists', 'all', 'exists_one', 'filter']);

/** The fact that a part is, where it is one. */
export function factAt({ op, args }: CelNode): FactName | undefined {
  if (op !== '.') return undefined;
  const [of, name] = args as [CelNode, string];
  return of.op === 'id' && isSubject(of.args as string) ? { subject: of.args as FactName['subject'], name } : undefined;
}

export function isFact(node: CelNode, { subject, name }: FactName): boolean {
  const found = factAt(node);
  return found?.subject === subject && found.name === name;
}

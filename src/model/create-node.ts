import type { Node } from './workflow.js';

/**
 * A node of which no more is said than what is known of it. Field by field, because V8 takes fifty times as long to build such a long
 * literal around a spread one, and all nodes have one shape in this way.
 */
export function createNode(known: KnownOfNode): Node {
  return {
    index: known.index,
    name: known.name,
    named: known.named ?? true,
    id: known.id,
    isOwn: known.isOwn,
    readAsHook: known.readAsHook,
    mentioned: known.mentioned ?? false,
    followers: known.followers ?? none,
    reference: known.reference,
    type: known.type,
    kinds: known.kinds ?? none,
    command: known.command,
    entry: known.entry,
    stage: known.stage,
    grouped: known.grouped ?? false,
    needs: known.needs,
    needsTakenOver: known.needsTakenOver,
    needsElsewhere: known.needsElsewhere,
    heirs: known.heirs,
    engineNeeds: known.engineNeeds ?? none,
    conditional: known.conditional ?? false,
    skippable: known.skippable ?? false,
    idle: known.idle,
    mayBeAbsent: known.mayBeAbsent,
    pastFailure: known.pastFailure,
    goesPast: known.goesPast,
    spares: known.spares,
    asksForNeeds: known.asksForNeeds,
    chosen: known.chosen ?? false,
    failable: known.failable ?? 'no',
    marksSuccess: known.marksSuccess ?? false,
    call: known.call,
    callBeside: known.callBeside,
    output: known.output,
    span: known.span,
  };
}

/** What every reader knows of a node, and what only some do. */
export type KnownOfNode = Pick<Node, 'index' | 'name' | 'entry' | 'type' | 'span'> & Partial<Node>;

const none: readonly never[] = [];

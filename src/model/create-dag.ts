import type { Dag } from './workflow.js';

/** A DAG of which no more is said than what is known of it; field by field, as `createNode` says. */
export function createDag(known: KnownOfDag): Dag {
  return {
    index: known.index,
    name: known.name,
    nameAtRun: known.nameAtRun,
    file: known.file,
    nodes: known.nodes,
    readings: known.readings,
    env: known.env ?? new Map(),
    params: known.params ?? new Set(),
    given: known.given ?? new Map(),
    envFiles: known.envFiles,
    closed: known.closed,
    startsElsewhere: known.startsElsewhere,
    keepsNeeds: known.keepsNeeds,
    lastStage: known.lastStage,
    takesAtEnd: known.takesAtEnd,
    ofCommands: known.ofCommands,
    runsPastFailure: known.runsPastFailure,
    span: known.span,
  };
}

type KnownOfDag = Pick<Dag, 'index' | 'name' | 'file' | 'nodes' | 'readings' | 'span'> & Partial<Dag>;

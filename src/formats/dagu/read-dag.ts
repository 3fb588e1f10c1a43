import type { Report } from '../../diagnostics/diagnostics.js';
import type { Closed, Dag, Node } from '../../model/workflow.js';
import { trimSpace } from '../../text/trim-space.js';
import type { KnownBase } from './base-config.js';
import { type DaguDocument, spanOf } from './document.js';
import { readEnvFiles, readEnvironment, readGiven, readParameters } from './environment.js';
import { nameFromFile } from './group.js';
import { isChainInDagu2, readingsOf, type Version } from './readings.js';
import { environmentVariable } from './shell.js';
import { elsewhereIn } from './surroundings.js';

interface DagPlace {
  /** Position among the DAGs of its workflow. */
  readonly index: number;
  /** It is the only document of its workflow. */
  readonly isAlone: boolean;
  readonly version: Version;
  readonly base: KnownBase;
}

/** What a document says about its DAG, with the nodes that its steps are. */
export function readDag(
  document: DaguDocument,
  { index, isAlone, version, base }: DagPlace,
  nodes: readonly Node[],
  report: Report,
): Dag {
  const { file, name, steps, root } = document;
  return {
    index,
    name: name ? trimSpace(name.value) : defaultName(document),
    nameAtRun: name ? undefined : environmentVariable('DAG_NAME'),
    file,
    nodes,
    readings: readingsOf(document, version),
    env: withBase(base, readEnvironment(root, file, report)),
    params: readParameters(root),
    given: readGiven(root, steps.steps),
    envFiles: readEnvFiles(root),
    closed: closedBecause(document, version),
    startsElsewhere: elsewhereIn(document, isAlone),
    takesAtEnd,
    span: spanOf(document),
  };
}

/** Its handlers. */
const takesAtEnd = { failureCounts: true };

/** The same DAG, whose nodes are read when they are asked for. */
export function withNodesWhenAsked(dag: Dag, nodesAt: (dag: number) => readonly Node[]): Dag {
  const { index, name, nameAtRun, file, readings, env, params, given, envFiles, closed, startsElsewhere, span } = dag;
  return {
    index,
    name,
    nameAtRun,
    file,
    // Each field by its name: a spread beside a getter makes an object several times as large.
    get nodes() {
      return nodesAt(index);
    },
    readings,
    env,
    params,
    given,
    envFiles,
    closed,
    startsElsewhere,
    takesAtEnd,
    span,
  };
}

function withBase(base: KnownBase, own: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return typeof base === 'object' ? new Map([...base.env, ...own]) : own;
}

function defaultName(document: DaguDocument): string {
  const fromFile = nameFromFile(document.file);
  return document.position === 0 ? fromFile : `${fromFile}#${document.position + 1}`;
}

function closedBecause(document: DaguDocument, { dialect }: Version): Closed | undefined {
  if (document.type === 'agent')
    return {
      why: 'a DAG of `type: agent` runs its steps in an order that a model chooses',
      instead: 'Write `type: graph`, and in `depends` the order of its steps.',
    };
  if (document.steps.shape === 'map' && dialect !== 'v1' && isChainInDagu2(document))
    return {
      why: 'its steps are a mapping of `type: chain`, which Dagu 2.x runs side by side, and where it allows no `depends`',
      instead: 'Write the steps as a list.',
    };
  return document.steps.closed;
}

import { textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import type { ListedStep } from '../yaml-steps/step-list.js';
import { fieldValue, textOf } from './fields.js';

export interface NameKind {
  readonly kind: string;
  /** What else the engine may take it for; empty where the text leaves no doubt. */
  readonly others: readonly string[];
}

/** What the engine puts in front of the number in the name of a step that has none. */
export function nameKindOf(step: ListedStep, root: YamlMap, engine: 'v1' | 'v2'): NameKind {
  const { map, node } = step;
  if (map === undefined) return overlaid(root, engine) ?? textKind(node, engine);
  const written = textOf(map, 'type') ?? (engine === 'v1' ? legacyExecutor(map) : undefined);
  if (written !== undefined) return sure(written.trim());
  const action = engine === 'v2' ? textOf(map, 'action')?.trim() : undefined;
  if (action !== undefined && action !== 'exec') return actionKind(action, map, root);
  if (engine === 'v2' && fieldValue(map, 'foreach')) return sure('foreach');
  if (fieldValue(map, 'call') ?? (engine === 'v1' ? fieldValue(map, 'run') : undefined)) return childKind(map);
  if (fieldValue(map, 'container')) return sure('docker');
  const command = fieldValue(map, 'command') ?? fieldValue(map, 'run');
  const script = fieldValue(map, 'script');
  const runs = command ?? script ?? fieldValue(map, 'exec') ?? action;
  if (engine === 'v2' && runs === undefined && fieldValue(map, 'output')?.kind === 'map') return sure('noop');
  return overlaid(root, engine) ?? (script ? sure('script') : command ? textKind(command, engine) : sure('cmd'));
}

function sure(kind: string): NameKind {
  return { kind, others: [] };
}

/** The old spelling of `type` in 1.x: a name, or a mapping with a type. */
function legacyExecutor(map: YamlMap): string | undefined {
  const executor = fieldValue(map, 'executor');
  return executor?.kind === 'map' ? textOf(executor, 'type') : textOfNode(executor);
}

function childKind(map: YamlMap): NameKind {
  return sure(fieldValue(map, 'parallel') ? 'parallel' : 'dag');
}

/** An action is carried out by what its first word names, one of the document's own goes by its whole name. */
function actionKind(action: string, map: YamlMap, root: YamlMap): NameKind {
  const own = fieldValue(root, 'actions');
  if (own?.kind === 'map' && fieldValue(own, action)) return sure(action);
  if (action.includes('@')) return sure('action');
  if (action === 'dag.run') return childKind(map);
  if (action === 'dag.enqueue') return sure('dag_enqueue');
  const family = action.split('.')[0]!;
  if (actionFamilies.has(family)) return sure(family);
  // One that only the operator's base configuration knows, or a later version of the engine.
  return { kind: action, others: family === action ? [] : [family] };
}

const actionFamilies: ReadonlySet<string> = new Set(
  [
    'archive artifact chat container data docker file git harness http jq k8s kubernetes log mail noop outputs postgres',
    'redis router s3 sftp sqlite ssh state template wait',
  ].flatMap((line) => line.split(' ')),
);

/** Where a whole DAG runs, its commands run, and go by that name. */
function overlaid(root: YamlMap, engine: 'v1' | 'v2'): NameKind | undefined {
  const keys = engine === 'v1' ? ['container', 'ssh'] : ['container', 'ssh', 'redis'];
  const found = keys.find((key) => fieldValue(root, key));
  return found === undefined ? undefined : sure(found);
}

/**
 * A command of several lines is a script. In 2.x a break at its end is enough, and of a block without one inside it depends
 * on what is behind the block whether the engine's reader leaves the break there.
 */
function textKind(command: YamlNode, engine: 'v1' | 'v2'): NameKind {
  const text = textOfNode(command);
  if (text === undefined) return sure('cmd');
  if (text.trim().includes('\n')) return sure('script');
  if (engine === 'v1') return sure('cmd');
  const kind = text.includes('\n') ? 'script' : 'cmd';
  const isBlock = command.kind === 'scalar' && (command.style === 'literal' || command.style === 'folded');
  return isBlock ? { kind, others: [kind === 'cmd' ? 'script' : 'cmd'] } : sure(kind);
}

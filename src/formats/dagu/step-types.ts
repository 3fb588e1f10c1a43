import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { trimSpace } from '../../text/trim-space.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { typesOf } from './custom-types.js';
import { type Dialect, enginesOf } from './dialect.js';
import { type DaguDocument, layersOf } from './document.js';
import { fieldOf, fieldValue } from './fields.js';
import { stepMaps } from './step-maps.js';

/** Reports types of steps that the engine does not know, such as `dokcer`. */
export function reportUnknownTypes(document: DaguDocument, dialect: Dialect, report: Report): void {
  const { file } = document;
  const look = (map: YamlMap, of: 'step' | 'handler', called: string | undefined) => {
    const written = typeIn(map);
    const value = written && resolved(written.node);
    if (!written || value?.kind !== 'scalar' || value.type !== 'string') return;
    const type = trimSpace(value.value);
    const versions = enginesOf(dialect);
    if (!versions.every((version) => isRefused(type, map, version))) return;
    const meant = nearestName(type, known[versions.at(-1)!]);
    // In 2.x the operator's base configuration may define it.
    const isDefined = layersOf(document).some((layer) => typesOf(layer).has(type));
    if (isDefined || (meant === undefined && dialect !== 'v1')) return;
    const span = { file, start: written.node.start, end: written.node.end };
    const why = `has \`${written.path}: ${type}\`, which is no type of step`;
    const canFix = meant !== undefined && written.node.kind === 'scalar' && written.node.anchor === undefined;
    const fix = canFix ? [{ ...span, text: inQuotesOf(value, meant) }] : undefined;
    const instead =
      meant === undefined
        ? `Write one of ${[...known.v1].map((one) => `\`${one}\``).join(', ')}.`
        : `Write \`${meant}\`${canFix ? '; `apply --fix` does it for you' : ''}.`;
    report('DW279', { of, called, why, instead }, { span, fix });
  };
  for (const { map, of, called } of stepMaps(document)) look(map, of, called);
}

/** Is it a type of steps in both versions, by itself? */
export function isKnownType(type: string): boolean {
  return known.v1.has(type) && known.v2.has(type);
}

/** The type that a step says it is of, if it is one of every version that the text may be for. */
export function knownTypeIn(
  map: YamlMap,
  dialect: Dialect,
): { readonly type: string; readonly path: string } | undefined {
  const written = typeIn(map);
  const value = written && resolved(written.node);
  if (!written || value?.kind !== 'scalar') return undefined;
  const type = trimSpace(value.value);
  return enginesOf(dialect).every((version) => known[version].has(type)) ? { type, path: written.path } : undefined;
}

function typeIn(map: YamlMap): { readonly node: YamlNode; readonly path: string } | undefined {
  const type = fieldOf(map, 'type');
  if (type) return { node: type.value, path: type.key.value };
  const executor = fieldOf(map, 'executor');
  const inner = executor && asMap(executor.value);
  const innerType = inner && fieldOf(inner, 'type');
  if (innerType) return { node: innerType.value, path: `${executor.key.value}.${innerType.key.value}` };
  return executor && { node: executor.value, path: executor.key.value };
}

/** Without anything to run, 1.x takes any type and fails when the step runs. */
function isRefused(type: string, map: YamlMap, version: 'v1' | 'v2'): boolean {
  if (type === '' || known[version].has(type)) return false;
  return version === 'v2' || ['command', 'script', 'call', 'run'].some((key) => fieldValue(map, key) !== undefined);
}

const known: Readonly<Record<'v1' | 'v2', ReadonlySet<string>>> = {
  v1: words(
    'archive chat command container dag docker gha github-action github_action hitl http jq mail parallel shell ssh subworkflow',
  ),
  v2: words(
    `agent archive artifact action chat command container dag dag_enqueue data docker file foreach gha git github-action
    github_action harness http jq k8s kubernetes log mail noop outputs parallel postgres redis router s3 sftp shell sqlite
    ssh state subworkflow template wait`,
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap } from '../../text/yaml-node.js';
import { isArgoVersion, workflowKinds } from './document.js';

/** Is one of these a workflow of Argo, but for the two lines that say so? */
export function resemblesArgo(documents: readonly YamlDocument[]): boolean {
  return documents.some(({ root }) => root?.kind === 'map' && damageOf(root) !== undefined);
}

/** Reports what a document lacks to be read as a workflow. */
export function reportDamagedHead({ root }: YamlDocument, file: string, report: Report): void {
  const damage = root?.kind === 'map' ? damageOf(root) : undefined;
  if (!damage || root?.kind !== 'map') return;
  const value = pairOf(root, damage.key)?.value;
  const { start, end } = value ?? { start: root.start, end: root.pairs[0]?.key.end ?? root.start };
  const span = { file, start, end };
  const isPlain = value?.kind === 'scalar' && value.style === 'plain' && value.type !== 'null';
  report('DW281', damage, { span, fix: isPlain ? [{ ...span, text: damage.meant }] : undefined });
}

interface Damage {
  readonly key: 'apiVersion' | 'kind';
  /** `undefined` where the key is missing. */
  readonly written: string | undefined;
  readonly meant: string;
}

function damageOf(root: YamlMap): Damage | undefined {
  if (!hasTemplates(root)) return undefined;
  const kind = textOf(pairOf(root, 'kind')?.value);
  const version = textOf(pairOf(root, 'apiVersion')?.value);
  const meant = kind === undefined ? 'Workflow' : nearestName(kind, workflowKinds);
  // Another resource may have templates, too.
  if (kind !== undefined && !workflowKinds.includes(kind) && meant === undefined) return undefined;
  if (kind === undefined || !workflowKinds.includes(kind)) return { key: 'kind', written: kind, meant: meant! };
  return isArgoVersion(version ?? '')
    ? undefined
    : { key: 'apiVersion', written: version, meant: 'argoproj.io/v1alpha1' };
}

function hasTemplates(root: YamlMap): boolean {
  const spec = asMap(pairOf(root, 'spec')?.value);
  const inner = spec && (asMap(pairOf(spec, 'workflowSpec')?.value) ?? spec);
  return inner !== undefined && asSequence(pairOf(inner, 'templates')?.value) !== undefined;
}

import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { inQuotesOf } from '../../text/unwrap.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlPair } from '../../text/yaml-node.js';
import { isArgoVersion, workflowKinds } from './document.js';
import { misspelt } from './misspelt.js';

/** Is one of these a workflow of Argo, but for the two lines that say so? */
export function resemblesArgo(documents: readonly YamlDocument[]): boolean {
  return documents.some(({ root }) => root?.kind === 'map' && damagesOf(root).length > 0);
}

/** Reports what a document lacks to be read as a workflow. */
export function reportDamagedHead({ root }: YamlDocument, file: string, report: Report): void {
  if (root?.kind !== 'map') return;
  for (const { key, meant, pair } of damagesOf(root)) {
    if (pair && pair.key.value !== key) {
      const span = { file, start: pair.key.start, end: pair.key.end };
      const fix = [{ ...span, text: inQuotesOf(pair.key, key) }];
      report('DW281', { key, near: pair.key.value, written: undefined, meant }, { span, fix });
      continue;
    }
    const value = pair?.value;
    const { start, end } = value ?? { start: root.start, end: root.pairs[0]?.key.end ?? root.start };
    const span = { file, start, end };
    const isPlain = value?.kind === 'scalar' && value.style === 'plain' && value.type !== 'null';
    const fix = isPlain ? [{ ...span, text: meant }] : undefined;
    report('DW281', { key, near: undefined, written: textOf(value), meant }, { span, fix });
  }
}

interface Damage {
  readonly key: 'apiVersion' | 'kind';
  readonly meant: string;
  /** By the key itself or one that comes near; `undefined` where that is missing. */
  readonly pair: YamlPair | undefined;
}

function damagesOf(root: YamlMap): readonly Damage[] {
  if (!hasTemplates(root)) return [];
  const [kind, version] = [near(root, 'kind'), near(root, 'apiVersion')];
  const written = textOf(kind?.value);
  const isKind = written !== undefined && workflowKinds.includes(written);
  const isVersion = isArgoVersion(textOf(version?.value) ?? '');
  const nearest = isKind || written === undefined ? written : nearestName(written, workflowKinds);
  // Another resource may have templates, too.
  const isOther = written !== undefined && (!isVersion || nameOfKind.test(written));
  const meant = nearest ?? (isOther ? undefined : 'Workflow');
  if (meant === undefined) return [];
  return [
    ...(isVersion && version?.key.value === 'apiVersion'
      ? []
      : [{ key: 'apiVersion', meant: 'argoproj.io/v1alpha1', pair: version } as const]),
    ...(isKind && kind?.key.value === 'kind' ? [] : [{ key: 'kind', meant, pair: kind } as const]),
  ];
}

/** What Kubernetes calls a kind; `true` and a number are no names. */
const nameOfKind = /^[A-Z][A-Za-z]+$/;

function hasTemplates(root: YamlMap): boolean {
  const spec = asMap(near(root, 'spec')?.value);
  const inner = spec && (asMap(pairOf(spec, 'workflowSpec')?.value) ?? spec);
  return inner !== undefined && asSequence(near(inner, 'templates')?.value) !== undefined;
}

function near(map: YamlMap, key: string): YamlPair | undefined {
  return pairOf(map, key) ?? misspelt(map, key);
}

import type { SourceFile } from '../../model/source.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { withMerged } from './merged.js';
import { mapsIn } from './scalars.js';

/** One document of a file that is a workflow of Argo's, unchanged in the text. */
export interface ArgoDocument {
  readonly file: string;
  /** Of the whole file. */
  readonly text: string;
  readonly root: YamlMap;
  readonly kind: string;
  /** What it is called, or begins to be called. */
  readonly name: string;
  /** The mapping that holds the templates. */
  readonly spec: YamlMap;
  readonly entrypoint: string | undefined;
  readonly templates: readonly Template[];
  /** The pair of `templates`. */
  readonly list: YamlPair | undefined;
}

export interface Template {
  readonly name: string;
  readonly map: YamlMap;
  /** The node that is the template, or an alias of it. */
  readonly node: YamlNode;
  /** What it runs, by the key that says so; `undefined` where none or several do. */
  readonly type: TemplateType | undefined;
}

export const templateTypes = [
  'dag',
  'steps',
  'container',
  'script',
  'containerSet',
  'resource',
  'suspend',
  'http',
  'data',
  'plugin',
] as const;

export type TemplateType = (typeof templateTypes)[number];

export const workflowKinds: readonly string[] = [
  'Workflow',
  'WorkflowTemplate',
  'ClusterWorkflowTemplate',
  'CronWorkflow',
];

export function isArgoVersion(version: string): boolean {
  return version.startsWith('argoproj.io/');
}

/** None in documents of other kinds, which files of Kubernetes hold beside workflows; some of these create workflows, as a sensor does. */
export function readDocuments({ root }: YamlDocument, file: SourceFile): readonly ArgoDocument[] {
  if (root?.kind !== 'map') return [];
  const found = isWorkflow(root) ? [root] : mapsIn([root]).filter((map) => isWorkflow(map) && pairOf(map, 'spec'));
  return found.sort((a, b) => a.start - b.start).map((one) => readDocument(one, file));
}

function isWorkflow(map: YamlMap): boolean {
  const kind = textOf(pairOf(map, 'kind')?.value) ?? '';
  const version = textOf(pairOf(map, 'apiVersion')?.value) ?? '';
  return workflowKinds.includes(kind) && isArgoVersion(version);
}

function readDocument(root: YamlMap, { path, text }: SourceFile): ArgoDocument {
  const kind = textOf(pairOf(root, 'kind')?.value)!;
  const outer = asMap(pairOf(root, 'spec')?.value) ?? noMap;
  const spec = kind === 'CronWorkflow' ? (asMap(pairOf(outer, 'workflowSpec')?.value) ?? noMap) : outer;
  const metadata = asMap(pairOf(root, 'metadata')?.value);
  const nameOf = (key: string) => textOf(metadata && pairOf(metadata, key)?.value);
  const list = pairOf(spec, 'templates');
  return {
    file: path,
    text,
    root,
    kind,
    name: nameOf('name') ?? nameOf('generateName')?.replace(/(?<!-)-+$/, '') ?? kind.toLowerCase(),
    spec,
    // The engine takes an empty name for none, which the templates of others may have.
    entrypoint: textOf(pairOf(spec, 'entrypoint')?.value) || undefined,
    templates: templatesIn(list?.value),
    list,
  };
}

const noMap: YamlMap = { kind: 'map', flow: true, pairs: [], start: 0, end: 0, anchor: undefined };

function templatesIn(value: YamlNode | undefined): readonly Template[] {
  return (asSequence(value)?.items ?? []).flatMap(({ value: node }) => {
    const written = asMap(node);
    const map = written && withMerged(written);
    return map ? [{ name: textOf(pairOf(map, 'name')?.value) ?? '', map, node, type: typeOf(map) }] : [];
  });
}

/** Of several templates of one name, the first. */
export function templatesByName(document: ArgoDocument): ReadonlyMap<string, Template> {
  const known = byName.get(document) ?? new Map([...document.templates].reverse().map((one) => [one.name, one]));
  byName.set(document, known);
  return known;
}

/** Thousands of tasks may run the same templates. */
const byName = new WeakMap<ArgoDocument, ReadonlyMap<string, Template>>();

/** What a template runs; the same for one that is written inside of a task. */
export function typeOf(map: YamlMap): TemplateType | undefined {
  const found = templateTypes.filter((type) => isStated(pairOf(map, type)?.value));
  return found.length === 1 ? found[0] : undefined;
}

function isStated(value: YamlNode | undefined): boolean {
  return value !== undefined && !(value.kind === 'scalar' && value.type === 'null');
}

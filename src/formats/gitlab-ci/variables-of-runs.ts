import type { LateEnvironment } from '../../model/facts.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { entriesIn } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { matrixOf } from './matrix.js';
import { readVariables } from './variables.js';
import { rulesOf, valueIn } from './when-of-jobs.js';

type Named = readonly (readonly [name: string, value: string])[];

/** Variables of a job that are others in other runs of it: those that rules set, and those of its matrix. A name may be there often. */
export function variablesOfRuns(job: JobText, document: PipelineDocument, text: string): Named {
  return [...ofWorkflow(document, text), ...ofJob(job, document, text)];
}

/** The same, for rules that ask which variables a job has. Jobs without any of their own share one. */
export function lateEnvironment(job: JobText, document: PipelineDocument, text: string): LateEnvironment | undefined {
  const named = ofAll.get(document) ?? ofWorkflow(document, text);
  ofAll.set(document, named);
  const own = ofJob(job, document, text);
  if (own.length > 0) return together([...named, ...own]);
  if (!shared.has(named)) shared.set(named, together(named));
  return shared.get(named);
}

const ofAll = new WeakMap<PipelineDocument, Named>();
const shared = new WeakMap<Named, LateEnvironment | undefined>();

function ofWorkflow(document: PipelineDocument, text: string): Named {
  const workflow = asMap(pairOf(document.root, 'workflow')?.value);
  const maps = itemsOf(workflow && pairOf(workflow, 'rules')?.value).map((rule) => pairOf(rule, 'variables')?.value);
  return maps.flatMap((map) => [...readVariables([map], document, text)]);
}

function ofJob(job: JobText, document: PipelineDocument, text: string): Named {
  const maps = rulesOf(job, { document, file: { text } }).rules.map((rule) => valueIn(rule, 'variables'));
  const ofMatrix = matrixOf(job, document, text).flatMap(({ pairs }) =>
    pairs.flatMap(({ key, value }) =>
      entriesIn(value, document, text).nodes.map((one) => [key.value, textOf(one) ?? ''] as const),
    ),
  );
  return [...maps.flatMap((map) => [...readVariables([map], document, text)]), ...ofMatrix];
}

function together(found: Named): LateEnvironment | undefined {
  if (found.length === 0) return undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, value] of found) values.set(name, (values.get(name) ?? new Set()).add(value));
  const known = [...values].filter(([, all]) => [...all].every((value) => !value.includes('$')));
  return { names: new Set(values.keys()), values: new Map(known), others: undefined };
}

function itemsOf(value: YamlNode | undefined): readonly YamlMap[] {
  return asSequence(value)?.items.flatMap((item) => asMap(item.value) ?? []) ?? [];
}

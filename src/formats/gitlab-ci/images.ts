import type { LateWord, NodeFacts } from '../../model/facts.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { entriesIn, valueReferredTo, valueUnder } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { matrixOf } from './matrix.js';
import { readVariables } from './variables.js';
import { rulesOf, valueIn } from './when-of-jobs.js';

/** The images of a job, with each value that the file has for the variables in them; what is set elsewhere may be anything. */
export function imagesOf(job: JobText, document: PipelineDocument, text: string): Pick<NodeFacts, 'images' | 'late'> {
  const values = ['image', 'services'].flatMap((key) => valueUnder(job, key, document, text) ?? []);
  const written = values.flatMap((value) => imageNames(value, document, text));
  const unread = values.filter((value) => entriesIn(value, document, text).unread !== undefined);
  if (unread.length === 0 && !written.some((name) => name.includes('$'))) return { images: written };
  const known = valuesOf(job, document, text);
  const filled = written.flatMap((name) => (name.includes('$') ? filledIn(name, known) : []));
  const late = [...filled.flatMap(lateWord), ...unread.map((value) => anyImage(value, text))];
  return { images: [...new Set([...written, ...filled])], late: { images: late } };
}

function anyImage({ start, end }: YamlNode, text: string): LateWord {
  const said = text.slice(start, end);
  return { written: said.includes('!reference') ? said : `!reference ${said}`, begin: '', end: '' };
}

export function imageNames(value: YamlNode | undefined, document: PipelineDocument, text: string): readonly string[] {
  if (!value) return [];
  return entriesIn(value, document, text).nodes.flatMap((node) => {
    const name = node.kind === 'map' ? pairOf(node, 'name')?.value : node;
    return (name && textOf(valueReferredTo(name, document, text))) ?? [];
  });
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

function valuesOf(job: JobText, document: PipelineDocument, text: string): Values {
  const workflow = asMap(pairOf(document.root, 'workflow')?.value);
  const ofAll = itemsOf(workflow && pairOf(workflow, 'rules')?.value).map((rule) => pairOf(rule, 'variables')?.value);
  const ofRules = rulesOf(job, { document, file: { text } }).rules.map((rule) => valueIn(rule, 'variables'));
  const own = [pairOf(document.root, 'variables')?.value, ...job.fields.all('variables')];
  const read = (maps: Parameters<typeof readVariables>[0]) => readVariables(maps, document, text);
  const said = [read(own), ...[...ofAll, ...ofRules].map((one) => read([one]))].flatMap((map) => [...map]);
  const ofMatrix = matrixOf(job, document, text).flatMap(({ pairs }) =>
    pairs.flatMap(({ key, value }) =>
      entriesIn(value, document, text).nodes.map((one) => [key.value, textOf(one) ?? ''] as const),
    ),
  );
  const values = new Map<string, Set<string>>(numbers.map((name) => [name, new Set(['0'])]));
  for (const [name, value] of [...said, ...ofMatrix]) values.set(name, (values.get(name) ?? new Set()).add(value));
  return values;
}

/** What GitLab counts or computes; no image is called after one of them unless a pipeline built it. */
const numbers = ['CI_COMMIT_SHA', 'CI_COMMIT_SHORT_SHA', 'CI_PIPELINE_ID', 'CI_PIPELINE_IID', 'CI_JOB_ID'];

function itemsOf(value: YamlNode | undefined): readonly YamlMap[] {
  return asSequence(value)?.items.flatMap((item) => asMap(item.value) ?? []) ?? [];
}

const variable = /\$(?:(\w+)|\{(\w+)\}|\[\[[^\]]*\]\])/g;

function filledIn(name: string, values: Values): readonly string[] {
  let all: readonly string[] = [name];
  for (let round = 0; round < mostVariables && all.length <= mostNames; round += 1) {
    all = all.flatMap((one) => {
      const found = [...one.matchAll(variable)].find((match) => values.has(match[1] ?? match[2] ?? ''));
      if (!found) return [one];
      const [sign, plain, braced] = found;
      const [front, behind] = [one.slice(0, found.index), one.slice(found.index + sign.length)];
      return [...values.get((plain ?? braced)!)!].map((value) => front + value + behind);
    });
  }
  return all.length > mostNames ? [name] : all;
}

const [mostVariables, mostNames] = [8, 100];

function lateWord(written: string): readonly LateWord[] {
  const first = written.indexOf('$');
  const last = [...written.matchAll(variable)].at(-1);
  if (first < 0) return [];
  return [{ written, begin: written.slice(0, first), end: last ? written.slice(last.index + last[0].length) : '' }];
}

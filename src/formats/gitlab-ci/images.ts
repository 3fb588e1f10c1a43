import type { LateWord, NodeFacts } from '../../model/facts.js';
import { pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { entriesIn, valueReferredTo, valueUnder } from './commands.js';
import type { JobText, PipelineDocument } from './document.js';
import { readVariables } from './variables.js';
import { variablesOfRuns } from './variables-of-runs.js';

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
  const own = readVariables(
    [pairOf(document.root, 'variables')?.value, ...job.fields.all('variables')],
    document,
    text,
  );
  const values = new Map<string, Set<string>>(numbers.map((name) => [name, new Set(['0'])]));
  for (const [name, value] of [...own, ...variablesOfRuns(job, document, text)])
    values.set(name, (values.get(name) ?? new Set()).add(value));
  return values;
}

/** What GitLab counts or computes; no image is called after one of them unless a pipeline built it. */
const numbers = ['CI_COMMIT_SHA', 'CI_COMMIT_SHORT_SHA', 'CI_PIPELINE_ID', 'CI_PIPELINE_IID', 'CI_JOB_ID'];

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

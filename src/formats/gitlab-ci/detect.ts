import { parseYaml } from '../../text/yaml.js';
import { asMap, asSequence, pairOf, present, resolved } from '../../text/yaml-access.js';
import type { YamlDocument, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { meantKeys, rootKeys } from './keys.js';
import { meantBy, meantByRoot, workKeys } from './near-keys.js';

/** Does the text look like a pipeline of GitLab? Its jobs are among the keys of the first level, as in no other language. */
export function looksLikePipeline(text: string): boolean {
  if (!mayBe.test(text) || ofOthers.test(text)) return false;
  return parseYaml(text).some(({ root }) => root?.kind === 'map' && isPipeline(root));
}

/** A cheap look before the text is read. */
const mayBe = /(?:^|[\s{,"'])(?:script|run|trigger|extends|include)["']?[ \t]*:|(?:^|\n)["']?\.\w/;
const ofOthers = /(?:^|\n)["']?(?:apiVersion|steps|jobs|pipelines|handlerOn|handler_on|on)["']?[ \t]*:/;

/** Has one of the documents what can only be jobs, but for the key of what they do, or an include under a key that comes near? */
export function resemblesPipeline(documents: readonly YamlDocument[]): boolean {
  return documents.some(({ root }) => {
    const map = asMap(root);
    if (!map) return false;
    const hasStages = asSequence(pairOf(map, 'stages')?.value) !== undefined;
    return (
      map.pairs.some((pair) => meantByRoot(pair) === 'include' && isInclude(pair.value)) ||
      mapsIn(map).some((job) => hasMisnamedWork(job, hasStages || ofJobs.some((key) => pairOf(job, key))))
    );
  });
}

/** Keys that a job has in no other language. */
const ofJobs = ['stage', 'needs', 'rules', 'only', 'except', 'before_script', 'after_script', 'allow_failure'];

/** @param isJob does something else show that it is a job? Without that, only a slip of the pen counts. */
function hasMisnamedWork({ pairs }: YamlMap, isJob: boolean): boolean {
  return pairs.some(
    ({ key, value }) =>
      (isJob || !meantKeys.has(key.value.toLowerCase())) &&
      workKeys.has(meantBy(key.value)) &&
      present(value) !== undefined,
  );
}

function isPipeline(root: YamlMap): boolean {
  if (mapsIn(root).some(isJob) || isOfPiecesAlone(root)) return true;
  const include = pairOf(root, 'include')?.value;
  return include !== undefined && isInclude(include) && !pairOf(root, 'version');
}

/** Nothing but what the jobs of other files take over. */
function isOfPiecesAlone({ pairs }: YamlMap): boolean {
  return (
    pairs.some((pair) => isPiece(pair) && (asMap(pair.value) ?? asSequence(pair.value)) !== undefined) &&
    pairs.every((pair) => isPiece(pair) || rootKeys.has(pair.key.value))
  );
}

/** A hidden job has a name with a dot in front, as no other language has it. */
function isPiece({ key }: YamlPair): boolean {
  return /^\.\w/.test(key.value);
}

function mapsIn(root: YamlMap): readonly YamlMap[] {
  return root.pairs.flatMap(({ key, value }) => (rootKeys.has(key.value) ? [] : (asMap(value) ?? [])));
}

function isJob(map: YamlMap): boolean {
  const script = pairOf(map, 'script')?.value;
  const found = script && resolved(script);
  if (found && (found.kind === 'sequence' || (found.kind === 'scalar' && found.type !== 'null')))
    return !pairOf(map, 'steps');
  if (isRun(pairOf(map, 'run')?.value)) return true;
  return pairOf(map, 'trigger') !== undefined || (pairOf(map, 'extends') !== undefined && !pairOf(map, 'image'));
}

/** `- name: …` with the step to run or a script, as under no other key `run`. */
function isRun(value: YamlNode | undefined): boolean {
  const items = asSequence(value)?.items ?? [];
  return items.some((item) => {
    const step = asMap(item.value);
    return step && pairOf(step, 'name') && ['step', 'func', 'script'].some((key) => pairOf(step, key));
  });
}

/** `- local: …`, `- template: …`, or the path of a YAML file. */
function isInclude(value: YamlNode): boolean {
  const node = resolved(value);
  if (node?.kind === 'sequence') return node.items.some((item) => isInclude(item.value));
  if (node?.kind === 'map')
    return ['local', 'template', 'project', 'remote', 'component', 'file'].some((key) => pairOf(node, key));
  return node?.kind === 'scalar' && /\.ya?ml$/.test(node.value);
}

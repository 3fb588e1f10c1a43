import type { DagFacts, NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { calledIn, referenceOf, templateOf } from './calls.js';
import { type ArgoDocument, templateTypes, typeOf } from './document.js';
import type { Library } from './library.js';
import { listOf } from './lists.js';
import { containersOf, isShell, runBy, wordsOf } from './scripts.js';

/** What the tasks of a workflow do, read when a rule first asks. */
export function workflowFacts({ places, library }: ArgoWorkflow): WorkflowFacts {
  const known = new Map<YamlMap, NodeFacts>();
  return {
    dag: (dag) => dagFacts(places[dag]!.document),
    node(dag, index) {
      const { document, list } = places[dag]!;
      const task = list.steps[index]!.map!;
      const facts = known.get(task) ?? taskFacts(document, task, library);
      known.set(task, facts);
      return facts;
    },
    beside: (dag) => besideOf(places[dag]!.document),
    handlers: (dag) => besideOf(places[dag]!.document).filter(({ handler }) => handler),
  };
}

/** Labels of the workflow, and those that it hands to its pods. */
function dagFacts({ root, spec }: ArgoDocument): DagFacts {
  const labels = [root, spec].flatMap((map) => {
    const keys = map === root ? ['metadata'] : ['podMetadata', 'workflowMetadata'];
    return keys.flatMap((key) => asMap(pairOf(map, key)?.value) ?? []);
  });
  return {
    labels: new Map(
      labels.flatMap((metadata) =>
        (asMap(pairOf(metadata, 'labels')?.value)?.pairs ?? []).map(
          ({ key, value }) => [key.value, textOf(value) ?? ''] as const,
        ),
      ),
    ),
  };
}

function taskFacts(document: ArgoDocument, task: YamlMap, library: Library): NodeFacts {
  const reference = referenceOf(task);
  const name = templateOf(task);
  const calls = reference ? [reference.template, `${reference.resource}/${reference.template}`] : name ? [name] : [];
  const template = (reference && library.find(reference)?.map) ?? runBy(document, task);
  if (!template) {
    const unread = reference
      ? `what it runs is in \`${reference.resource}\`, which is not among the files`
      : 'what it runs is not in this file';
    return { ...nothing, calls, unread };
  }
  const isInline = pairOf(task, 'inline') !== undefined;
  const facts = isInline ? inlineFacts(document, template, library) : templateFacts(template);
  return { ...facts, calls: [...calls, ...facts.calls] };
}

/** The tasks of a template that is written inside of a task are in no list of their own, so they count as what that task does. */
function inlineFacts(document: ArgoDocument, template: YamlMap, library: Library): NodeFacts {
  const own = templateFacts(template);
  const type = typeOf(template);
  if (type !== 'dag' && type !== 'steps') return own;
  const inside = listOf(template, type).steps.map(({ map }) => taskFacts(document, map!, library));
  const all = [own, ...inside];
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    unread: all.flatMap(({ unread }) => unread ?? [])[0],
    uses: all.flatMap(({ uses }) => uses),
    images: all.flatMap(({ images }) => images),
    calls: all.flatMap(({ calls }) => calls),
    env: new Map(all.flatMap(({ env }) => [...env])),
    lateEnv: {
      names: new Set(all.flatMap(({ lateEnv }) => [...(lateEnv?.names ?? [])])),
      others: all.flatMap(({ lateEnv }) => lateEnv?.others ?? [])[0],
    },
  };
}

const nothing: NodeFacts = {
  scripts: [],
  unread: undefined,
  uses: [],
  images: [],
  calls: [],
  env: new Map(),
};

function templateFacts(template: YamlMap): NodeFacts {
  const containers = containersOf(template);
  const read = containers.map(commandsOf);
  const plugin = asMap(pairOf(template, 'plugin')?.value);
  return {
    scripts: read.flatMap(({ scripts }) => scripts),
    unread: read.flatMap(({ unread }) => unread ?? [])[0],
    uses: [
      ...templateTypes.filter((type) => pairOf(template, type) !== undefined),
      ...(plugin?.pairs.map(({ key }) => key.value) ?? []),
    ],
    images: containers.flatMap((container) => textOf(pairOf(container, 'image')?.value) ?? []),
    calls: [],
    env: new Map(containers.flatMap(environmentOf)),
    lateEnv: {
      names: new Set(containers.flatMap(lateNames)),
      others: containers.some((one) => (asSequence(pairOf(one, 'envFrom')?.value)?.items ?? []).length > 0)
        ? 'its container takes variables from elsewhere (`envFrom`)'
        : undefined,
    },
  };
}

/** A program with its arguments is a command as a shell would run it. */
function commandsOf(container: YamlMap): { readonly scripts: readonly string[]; readonly unread: string | undefined } {
  const source = textOf(pairOf(container, 'source')?.value);
  const command = wordsOf(container, 'command');
  const args = wordsOf(container, 'args');
  if (source !== undefined) {
    if (isShell(command[0]) || command.length === 0) return { scripts: [source], unread: undefined };
    const program = command[0]!.split('/').at(-1)!;
    return { scripts: [command.map(quoted).join(' ')], unread: `its script is for \`${program}\` and no shell` };
  }
  if (command.length === 0)
    return args.length === 0
      ? { scripts: [], unread: 'its image decides what it runs' }
      : { scripts: [args.map(quoted).join(' ')], unread: 'its image decides which program gets its arguments' };
  return { scripts: [[...command, ...args].map(quoted).join(' ')], unread: undefined };
}

function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function environmentOf(container: YamlMap): readonly (readonly [string, string])[] {
  const items = asSequence(pairOf(container, 'env')?.value)?.items ?? [];
  return items.flatMap(({ value }) => {
    const map = asMap(value);
    const name = textOf(map && pairOf(map, 'name')?.value);
    return map && name !== undefined ? [[name, textOf(pairOf(map, 'value')?.value) ?? ''] as const] : [];
  });
}

/** Variables whose value is a secret or the like, or has a tag that the engine fills in. */
function lateNames(container: YamlMap): readonly string[] {
  const items = asSequence(pairOf(container, 'env')?.value)?.items ?? [];
  return items.flatMap(({ value }) => {
    const map = asMap(value);
    const isLate = map && (pairOf(map, 'valueFrom') || textOf(pairOf(map, 'value')?.value)?.includes('{{'));
    return isLate ? (textOf(pairOf(map, 'name')?.value) ?? []) : [];
  });
}

/** The exit handler and the hooks of tasks run beside all tasks, by templates that no task calls. */
function besideOf(document: ArgoDocument): readonly PlaceBeside[] {
  const { templates, spec, file, entrypoint } = document;
  const handler = pairOf(spec, 'onExit')?.value;
  const exit = textOf(handler);
  const called = new Set([entrypoint ?? '', ...templates.flatMap((template) => [...calledIn(template)])]);
  return templates.flatMap((template): readonly PlaceBeside[] => {
    const { name, map, type } = template;
    if (type === 'dag' || type === 'steps' || name === '') return [];
    const facts = templateFacts(map);
    if (handler && name === exit) {
      const span = { file, start: handler.start, end: handler.end };
      const names = { key: 'onExit', names: ['exit'] };
      return [{ name: 'the exit handler `onExit`', facts, span, handler: names }];
    }
    if (called.has(name)) return [];
    const { start, end } = pairOf(map, 'name')!.value;
    return [{ name: `the template \`${name}\``, facts, span: { file, start, end }, forOthers: true }];
  });
}

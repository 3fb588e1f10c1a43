import type { DagFacts, NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import type { ArgoWorkflow } from './argo-workflow.js';
import { type Fill, fillLate, fillsOf, parametersIn } from './call-values.js';
import { calledIn, referenceOf, templateOf } from './calls.js';
import { type ArgoDocument, typeOf } from './document.js';
import { bareEntry } from './entry-elsewhere.js';
import type { Library } from './library.js';
import { listOf } from './lists.js';
import { noTemplate, runElsewhere } from './run-elsewhere.js';
import { runBy } from './scripts.js';
import { templateFacts, together } from './template-facts.js';

/** What the tasks of a workflow do, read when a rule first asks. */
export function workflowFacts({ places, library }: ArgoWorkflow): WorkflowFacts {
  const known = new Map<YamlMap, NodeFacts>();
  const reading: Reading = { library, left: mostFilled };
  const homes = new Map<ArgoDocument, number>();
  places.forEach(({ document, template }, dag) => {
    if (!homes.has(document) || template.name === document.entrypoint) homes.set(document, dag);
  });
  // Asked for each of its templates.
  const ofDocuments = new Map<ArgoDocument, readonly PlaceBeside[]>();
  const beside = (document: ArgoDocument) => {
    const places = ofDocuments.get(document) ?? [...besideOf(document), ...elsewhereOf(document, library)];
    ofDocuments.set(document, places);
    return places;
  };
  return {
    dag: (dag) => dagFacts(places[dag]!.document),
    node(dag, index) {
      const { document, list } = places[dag]!;
      const task = list.steps[index]!.map!;
      const facts = known.get(task) ?? taskFacts(document, task, reading);
      known.set(task, facts);
      return facts;
    },
    // A document says once what is beside all of its templates.
    beside: (dag) => (homes.get(places[dag]!.document) === dag ? beside(places[dag]!.document) : []),
    handlers: (dag) => beside(places[dag]!.document).filter(({ handler }) => handler),
  };
}

interface Reading {
  readonly library: Library;
  /** So much text of templates is still filled in, each time with other values. */
  left: number;
}

/** Characters. Behind that, what many tasks hand to a long template counts as unknown, so that nobody waits for minutes. */
const mostFilled = 20_000_000;

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

function taskFacts(document: ArgoDocument, task: YamlMap, reading: Reading): NodeFacts {
  const { library } = reading;
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
  const fills = fillsOf(task, template);
  reading.left -= fills.length * (template.end - template.start);
  const own = together(
    (reading.left < 0 ? [fillLate] : fills).map((fill) => templateFacts(template, document.spec, fill)),
  );
  const facts = isInline ? inlineFacts(document, template, own, reading) : own;
  return { ...facts, calls: [...calls, ...facts.calls] };
}

/** The tasks of a template that is written inside of a task are in no list of their own, so they count as what that task does. */
function inlineFacts(document: ArgoDocument, template: YamlMap, own: NodeFacts, reading: Reading): NodeFacts {
  const type = typeOf(template);
  if (type !== 'dag' && type !== 'steps') return own;
  return together([own, ...listOf(template, type).steps.map(({ map }) => taskFacts(document, map!, reading))]);
}

const nothing: NodeFacts = {
  scripts: [],
  unread: undefined,
  uses: [],
  images: [],
  calls: [],
  env: new Map(),
};

/** The exit handler and the hooks of tasks run beside all tasks, by templates that no task calls. */
function besideOf(document: ArgoDocument): readonly PlaceBeside[] {
  const { templates, spec, file, entrypoint } = document;
  const handler = pairOf(spec, 'onExit')?.value;
  const exit = textOf(handler);
  const called = new Set([entrypoint ?? '', ...templates.flatMap((template) => [...calledIn(template)])]);
  const hooks = hookCalls(document);
  return templates.flatMap((template): readonly PlaceBeside[] => {
    const { name, map, type } = template;
    if (type === 'dag' || type === 'steps' || name === '') return [];
    const calls = hooks.get(name) ?? [];
    if (name !== exit && calls.length === 0 && called.has(name)) return [];
    const fills = name === exit ? [fillLate] : calls.flatMap((call) => call(map));
    // Who calls it is in a file of its own, and gives the values there.
    const facts = together((fills.length > 0 ? fills : [asWritten]).map((fill) => templateFacts(map, spec, fill)));
    if (handler && name === exit) {
      const span = { file, start: handler.start, end: handler.end };
      const names = { key: 'onExit', names: ['exit'] };
      return [{ name: 'the exit handler `onExit`', facts, span, handler: names }];
    }
    const { start, end } = pairOf(map, 'name')!.value;
    const place = { name: `the template \`${name}\``, facts, span: { file, start, end } };
    return [calls.length > 0 ? { ...place, name: `${place.name} of a lifecycle hook` } : { ...place, forOthers: true }];
  });
}

/** A workflow that runs templates of another resource has no tasks, but may say for that one what runs. */
function elsewhereOf(document: ArgoDocument, library: Library): readonly PlaceBeside[] {
  const run = runElsewhere(document);
  if (!run) return [];
  const { spec, file } = document;
  const { pair, resource } = run;
  const other = library.documentOf(run);
  const entry = bareEntry(document, run, library);
  const specs = entry && other ? [spec, other.spec] : [spec];
  const facts = together(specs.map((one) => templateFacts(entry?.map ?? noTemplate, one, fillLate)));
  const place = {
    name: `the workflow template \`${resource}\``,
    span: { file, start: pair.value.start, end: pair.value.end },
  };
  // Hooks are among its own tasks, and nobody knows there what it is given.
  if (other) return [{ ...place, facts }];
  const given = [...parametersIn(spec, 'arguments').values()].map(fillLate);
  const unread = `what it runs is in \`${resource}\`, which is not among the files`;
  return [{ ...place, facts: { ...facts, scripts: [...facts.scripts, ...given], calls: [resource], unread } }];
}

const asWritten: Fill = (text) => text;

/** How hooks of the workflow and of its tasks call a template, by its name. */
function hookCalls({
  spec,
  templates,
}: ArgoDocument): ReadonlyMap<string, readonly ((called: YamlMap) => readonly Fill[])[]> {
  const tasks = templates.flatMap(({ map, type }) =>
    type === 'dag' || type === 'steps' ? listOf(map, type).steps.flatMap((step) => step.map ?? []) : [],
  );
  const found = new Map<string, ((called: YamlMap) => readonly Fill[])[]>();
  const add = (name: string | undefined, call: (called: YamlMap) => readonly Fill[]) => {
    if (name === undefined) return;
    const calls = found.get(name) ?? [];
    calls.push(call);
    found.set(name, calls);
  };
  for (const task of tasks) add(textOf(pairOf(task, 'onExit')?.value), () => [fillLate]);
  for (const map of [spec, ...tasks]) {
    for (const { value } of asMap(pairOf(map, 'hooks')?.value)?.pairs ?? []) {
      const hook = asMap(value);
      if (hook) add(templateOf(hook), (called) => fillsOf(hook, called));
    }
  }
  return found;
}

import { silent } from '../../diagnostics/diagnostics.js';
import type { DagFacts, NodeFacts, PlaceBeside, WorkflowFacts } from '../../model/facts.js';
import type { Span } from '../../model/source.js';
import type { Dag, Node } from '../../model/workflow.js';
import { textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { calledScripts } from './called-scripts.js';
import { callsIn, callsOf, partsOf, type StepPart } from './custom-types.js';
import { type DaguDocument, layersOf } from './document.js';
import { readEnvironment } from './environment.js';
import { fieldOf, fieldValue, mapOf, readValue, textOf } from './fields.js';
import { type Filling, readByEngine } from './filled-in.js';
import { createFillings, type Fillings } from './fillings.js';
import { handlerNames } from './handler-fields.js';
import { harnessCommands } from './harnesses.js';
import { knownInStep } from './known-values.js';
import { type FilledWords, filledWords, lateWord } from './late-words.js';
import type { DaguWorkflow } from './read.js';
import { actionFamilies } from './step-names.js';
import { type Scripts, scriptOf, scriptsIn, scriptsOfDag, shellOf } from './step-scripts.js';
import { allDefaults } from './surroundings.js';

/** What the steps of a workflow do, read when a rule first asks. */
export function workflowFacts(read: DaguWorkflow): WorkflowFacts {
  const { workflow, documents } = read;
  const fillings = createFillings(read);
  const ofCalls = calledScripts(read, fillings, (dag, index, filling) => {
    const document = documents.at(dag)!;
    const { map, node } = document.steps.steps[index]!;
    if (!map) return scriptOf(textOfNode(node) ?? '', shellOf(document), filling);
    const { parts } = partsOf(document, map);
    return scriptsOf(document, parts, usesOf(document, parts, workflow.dags[dag]!.nodes[index]!.kinds), filling);
  });
  // By document, so that they go with it.
  const ofNodes = new WeakMap<DaguDocument, Map<number, NodeFacts>>();
  const beside = new WeakMap<DaguDocument, readonly PlaceBeside[]>();
  const texts = new Map(workflow.files.map(({ path, text }) => [path, text]));
  return {
    dag: (dag) => dagFacts(documents.at(dag)!),
    node(dag, index) {
      const document = documents.at(dag)!;
      const known = ofNodes.get(document) ?? new Map<number, NodeFacts>();
      ofNodes.set(document, known);
      const own = workflow.dags[dag]!;
      const facts = known.get(index) ?? nodeFacts(own, document, own.nodes[index]!, fillings, ofCalls);
      known.set(index, facts);
      return facts;
    },
    source(dag, index) {
      const document = documents.at(dag)!;
      const { file, steps } = document;
      const isAlone = layersOf(document).every((one) => elsewhere.every((key) => fieldOf(one, key) === undefined));
      const { node } = steps.steps[index]!;
      const text = texts.get(file)!.slice(node.start, node.end);
      // An alias, a tag or an escape may say more than is written there, but for a quote with its backslash.
      return isAlone && !/[*!]|\\(?!")/.test(text) ? text : undefined;
    },
    beside(dag) {
      const document = documents.at(dag)!;
      const places = beside.get(document) ?? [
        ...handlerPlaces(workflow.dags[dag]!, document, fillings),
        ...ownFields(workflow.dags[dag]!, document, fillings),
      ];
      beside.set(document, places);
      return places;
    },
    handlers: (dag) => handlerPlaces(workflow.dags[dag]!, documents.at(dag)!, fillings),
  };
}

/**
 * `labels` of 2.x and `tags` before it: a list, a mapping, or text with commas; `key=value` is a label with a value. The engine
 * keeps them in lower case, so that `Prod` is `prod`; rules may also say them as they are written.
 */
function dagFacts({ root }: DaguDocument): DagFacts {
  const written = ['labels', 'tags'].flatMap((key) => labelsIn(fieldValue(root, key)));
  const kept = written.map(([name, value]) => [name.toLowerCase(), value.toLowerCase()] as const);
  return { labels: new Map([...written, ...kept]) };
}

function labelsIn(value: YamlNode | undefined): readonly (readonly [string, string])[] {
  const node = readValue(value);
  if (node?.kind === 'map') return node.pairs.map(({ key, value: own }) => [key.value, textOfNode(own) ?? '']);
  if (node?.kind === 'sequence') return node.items.flatMap((item) => labelsIn(item.value));
  return (node?.value ?? '').split(',').flatMap((text) => {
    const [name, ...rest] = text.split('=');
    return name!.trim() === '' ? [] : [[name!.trim(), rest.join('=').trim()] as const];
  });
}

function nodeFacts(
  dag: Dag,
  document: DaguDocument,
  { index, kinds, call, name }: Node,
  fillings: Fillings,
  ofCalls: ReturnType<typeof calledScripts>,
): NodeFacts {
  const { map, node } = document.steps.steps[index]!;
  if (!map) {
    const filling = fillings.of(dag.index, name);
    const { texts, unread } = scriptOf(textOfNode(node) ?? '', shellOf(document), filling);
    const uses = usesOf(document, [], kinds);
    const { words: images, late } = filledWords(imagesOf(document, []), filling);
    return { ...plain(dag, document), scripts: texts, unread, uses, images, late: { images: late } };
  }
  const words = { kinds, calls: call ? [call.name] : callsIn(map) };
  const facts = stepFacts(dag, document, map, words, fillings.of(dag.index, name));
  if (call?.dag === undefined && facts.calls.length === 0) return facts;
  const called = ofCalls(dag.index, index);
  if (called.texts.length === 0 && called.unread === undefined) return facts;
  const { uses, calls, images, late, env } = facts;
  const scripts = [...facts.scripts, ...called.texts];
  return { scripts, unread: facts.unread ?? called.unread, uses, calls, images, late, env };
}

function plain(dag: Dag, document: DaguDocument): NodeFacts {
  return { scripts: [], unread: undefined, uses: [], images: [], calls: [], env: environmentAround(dag, document) };
}

/** What is set for all steps: 2.x takes `defaults` for it as well. */
function environmentAround({ env }: Dag, document: DaguDocument): ReadonlyMap<string, string> {
  const defaults = allDefaults(document);
  return defaults.length === 0 ? env : new Map([...env, ...defaults.flatMap((map) => environmentOf({ map }))]);
}

function stepFacts(
  dag: Dag,
  document: DaguDocument,
  map: YamlMap,
  { kinds, calls }: { readonly kinds: readonly string[]; readonly calls: readonly string[] },
  filling: Filling,
): NodeFacts {
  const { parts, unread: unreadTypes } = partsOf(document, map);
  const uses = usesOf(document, parts, kinds);
  const { texts: scripts, unread } = scriptsOf(document, parts, uses, filling);
  const ownCalls = parts.length === 1 ? calls : [...new Set([...calls, ...parts.flatMap(callsOf)])];
  let images: FilledWords | undefined;
  let named: FilledWords | undefined;
  const filledImages = () => {
    images ??= filledWords(imagesOf(document, parts), filling);
    return images;
  };
  const filledCalls = () => {
    named ??= filledWords(ownCalls, filling);
    return named;
  };
  let env: NodeFacts['env'] | undefined;
  // Every step of a large workflow has facts, and few rules ask for these.
  return {
    scripts,
    unread: unread ?? unreadTypes,
    uses,
    get calls() {
      return filledCalls().words;
    },
    get images() {
      return filledImages().words;
    },
    get late() {
      const templates = parts.filter(({ of }) => of === 'template');
      const late = templates.flatMap(({ words }) => words.filter((word) => word.includes('{{')).flatMap(lateWord));
      return { uses: late, images: filledImages().late, calls: filledCalls().late };
    },
    get env() {
      env ??= new Map([...environmentAround(dag, document), ...[...parts].reverse().flatMap(environmentOf)]);
      return env;
    },
  };
}

function scriptsOf(
  document: DaguDocument,
  parts: readonly StepPart[],
  uses: readonly string[],
  filling: Filling,
): Scripts {
  const shell = shellOf(document);
  const here = uses.every((word) => shellTypes.has(word)) ? filling : readByEngine(filling);
  const [step] = parts;
  // What a step sets holds for the template of its type.
  const inTemplate = parts.length > 1 ? here.within(() => knownInStep(step!.map, here)) : here;
  const all = parts.flatMap(({ map, words, of }) => {
    if (of === 'inner') return [];
    // What they take as `command` is no shell text, but Dagu 1.30 runs what is in it between backquotes.
    const isWords = words.flatMap(withExecutor).some((word) => wordTypes.has(word));
    return [scriptsIn(map, shell, of === 'template' ? inTemplate : here, [], isWords ? ['command', 'script'] : [])];
  });
  const started = parts.flatMap((part) => harnessCommands(layersOf(document), part));
  return { texts: [...all.flatMap(({ texts }) => texts), ...started], unread: unreadOf(all) };
}

/** What is handed to a shell beside the engine. */
const shellTypes: ReadonlySet<string> = new Set(['command', 'script', 'shell']);

const wordTypes: ReadonlySet<string> = new Set([
  'http',
  'jq',
  'mail',
  'archive',
  'chat',
  'gha',
  'github_action',
  'hitl',
  'postgres',
  'sqlite',
]);

/** An action such as `docker.run` is carried out by the executor that its first word names. */
function withExecutor(word: string): readonly string[] {
  const [family] = word.split('.');
  return family !== word && actionFamilies.has(family!) ? [word, family!] : [word];
}

function unreadOf(all: readonly Scripts[]): string | undefined {
  return all.find(({ unread }) => unread !== undefined)?.unread;
}

function usesOf(document: DaguDocument, parts: readonly StepPart[], kinds: readonly string[]): readonly string[] {
  const layers = layersOf(document);
  const words = [...kinds, ...parts.flatMap((part) => [...part.words, ...shellKindsOf(part)])];
  const all = words.flatMap(withExecutor);
  const around = [...layers, ...parts.map(({ map }) => map)].some((one) => fieldValue(one, 'container') !== undefined);
  const isRemote = layers.some((one) => fieldValue(one, 'ssh') !== undefined);
  const remote = isRemote && all.includes('shell') ? ['ssh'] : [];
  return [...new Set([...all, ...(around ? ['docker', 'container'] : []), ...remote])];
}

/** The kinds of a step itself are known from its node. */
function shellKindsOf({ map, words, of }: StepPart): readonly string[] {
  if (of === 'step' || words.some((word) => word !== 'command' && word !== 'shell')) return [];
  return ['command', 'run', 'script', 'exec'].some((key) => fieldValue(map, key)) ? ['command', 'shell'] : [];
}

function imagesOf(document: DaguDocument, parts: readonly StepPart[]): readonly string[] {
  const maps = parts.map(({ map }) => map);
  const configs = maps.flatMap((map) =>
    ['with', 'config', 'executor'].flatMap((key) => mapOf(fieldValue(map, key)) ?? []),
  );
  const all = [...configs, ...configs.flatMap((one) => mapOf(fieldValue(one, 'config')) ?? [])];
  const containers = [...maps, ...all, ...layersOf(document)].flatMap((one) => fieldValue(one, 'container') ?? []);
  return [
    ...all.flatMap((one) => textOf(one, 'image') ?? []),
    ...containers.flatMap((one) => (one.kind === 'map' ? textOf(one, 'image') : textOfNode(one)) ?? []),
  ];
}

function environmentOf({ map }: Pick<StepPart, 'map'>) {
  return [...readEnvironment(map, '', silent)];
}

function handlerPlaces(dag: Dag, document: DaguDocument, fillings: Fillings): readonly PlaceBeside[] {
  return ['handlerOn', 'handler_on'].flatMap((key) =>
    (mapOf(fieldValue(document.root, key))?.pairs ?? []).flatMap((pair) => {
      const map = mapOf(pair.value);
      if (!map) return [];
      const facts = stepFacts(dag, document, map, { kinds: [], calls: callsIn(map) }, fillings.of(dag.index));
      const { key: which, names } = handlerNames(pair.key.value);
      const own = ['name', 'id']
        .map((field) => fieldValue(map, field))
        .flatMap((value) => (value ? (textOfNode(value) ?? []) : []));
      const handler = { key: which, names: [...names, ...own] };
      return { name: `${key}.${pair.key.value}`, facts, span: spanOf(pair.key, document), handler };
    }),
  );
}

/** What the fields of the DAG itself run. */
function ownFields(dag: Dag, document: DaguDocument, fillings: Fillings): readonly PlaceBeside[] {
  const { root } = document;
  const { texts, unread } = scriptsOfDag(root, shellOf(document), fillings.of(dag.index), outside);
  if (texts.length === 0 && !unread) return [];
  const facts = { ...plain(dag, document), scripts: texts, unread };
  return [{ name: 'its own fields', facts, span: spanOf(root.pairs[0]!.key, document) }];
}

function spanOf({ start, end }: YamlNode, { file }: DaguDocument): Span {
  return { file, start, end: Math.min(end, start + 120) };
}

/** Where a text that a step names is. */
const elsewhere = ['step_types', 'actions', 'harnesses'];

/** Read elsewhere, or only where a step uses it. */
const outside = ['steps', 'handlerOn', 'handler_on', 'step_types', 'actions'];

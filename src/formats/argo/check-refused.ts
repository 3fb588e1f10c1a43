import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import { asMap, asSequence, pairOf, present, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { artifactSources } from './artifact-sources.js';
import { templateOf } from './calls.js';
import type { ArgoDocument, Template } from './document.js';
import { isTrue } from './is-true.js';
import { listOf } from './lists.js';
import { takesOver } from './merged.js';
import { scalarsIn } from './scalars.js';
import { type SpanOf, spansIn } from './spans.js';

/** Reports inputs that a template speaks of and does not have, and those that it has and is not given: Argo refuses such a file. */
export function checkRefused(document: ArgoDocument, report: Report): void {
  const { spec, templates, file, text } = document;
  const defaults = asMap(pairOf(spec, 'templateDefaults')?.value);
  if (defaults && pairOf(defaults, 'inputs')) return;
  const at = spansIn(file);
  checkArguments(document, at, report);
  const inputs = new Map(templates.map((template) => [template.name, inputsOf(template)]));
  checkStarts(document, inputs, at, report);
  const speaksOfInputs = /\{\{[ \t]*inputs\./.test(text);
  for (const template of templates) {
    const own = inputs.get(template.name);
    if (own && speaksOfInputs) checkMentions(template, own, at, report);
    checkCalls(template, (name) => inputs.get(name), at, report);
  }
}

/** What a run begins and ends with has the arguments of the run alone. */
function checkStarts(
  document: ArgoDocument,
  inputs: ReadonlyMap<string, Inputs | undefined>,
  at: SpanOf,
  report: Report,
): void {
  const { kind, name, spec } = document;
  if (!isClosed(document)) return;
  for (const key of ['entrypoint', 'onExit']) {
    const written = pairOf(spec, key)?.value;
    const called = textOf(written);
    const open = called === undefined ? undefined : inputs.get(called);
    if (!open) continue;
    const missing = [
      ...withoutValue(spec, 'parameters', open.open, hasRunValue),
      ...withoutValue(spec, 'artifacts', open.openArtifacts, () => true),
    ];
    if (missing.length === 0) continue;
    const listed = missing.slice(0, mostNames).map((one) => `\`${one}\``);
    const why = `has no value for ${listed.join(', ')}, which \`${called}\` needs (\`${key}\`)`;
    const orElse = kind === 'Workflow' ? ', or to each run with `argo submit -p`' : '';
    const instead = `Give a value under \`arguments\` of the workflow${orElse}, or a \`default\` in the template.`;
    report('DW279', { of: 'workflow', called: name, why, instead }, { span: at(written!) });
  }
}

function withoutValue(
  spec: YamlMap,
  part: string,
  needed: readonly string[],
  hasValue: (item: YamlMap) => boolean,
): readonly string[] {
  const names = new Set(argumentsOf(spec, part)?.filter(hasValue).map(nameOf));
  return argumentsOf(spec, part) ? needed.filter((name) => !names.has(name)) : [];
}

/** A `default` counts in a template alone. */
function hasRunValue(parameter: YamlMap): boolean {
  return ['value', 'valueFrom'].some((key) => present(pairOf(parameter, key)?.value));
}

function argumentsOf(spec: YamlMap, part: string): readonly YamlMap[] | undefined {
  const given = asMap(pairOf(spec, 'arguments')?.value);
  return given && takesOver(given) ? undefined : itemsOf(given, part);
}

/** A resource that others run has their arguments. */
function isClosed({ kind, spec }: ArgoDocument): boolean {
  return (kind === 'Workflow' || kind === 'CronWorkflow') && !pairOf(spec, 'workflowTemplateRef') && !takesOver(spec);
}

function checkArguments(document: ArgoDocument, at: SpanOf, report: Report): void {
  const { kind, name, spec } = document;
  const parameters = argumentsOf(spec, 'parameters');
  if (!isClosed(document) || !parameters) return;
  const known = parameters.map(nameOf);
  const names = new Set(['json', ...known]);
  const most = names.size + mostNames;
  for (const node of scalarsIn([spec])) {
    for (const [, mentioned] of node.value.matchAll(workflowMention)) {
      if (names.has(mentioned!) || names.size >= most) continue;
      names.add(mentioned!);
      const nearest = nearestName(mentioned!, known);
      const given = kind === 'Workflow' ? ', or give it to each run with `argo submit -p`' : '';
      const instead = `Declare it under \`arguments.parameters\`${nearest === undefined ? given : `, or write \`workflow.parameters.${nearest}\``}.`;
      const why = `uses \`workflow.parameters.${mentioned}\`, which is not among its \`arguments\``;
      report('DW279', { of: 'workflow', called: name, why, instead }, { span: at(node) });
    }
  }
}

const workflowMention = /\{\{[ \t]*workflow\.parameters\.([-A-Za-z0-9_]+)[ \t]*\}\}/g;

/** Of more than that in one place, nobody reads the rest. */
const mostNames = 20;

interface Inputs {
  readonly names: ReadonlySet<string>;
  /** Names of parameters that have no value of their own. */
  readonly open: readonly string[];
  /** Names of artifacts that come from nowhere else. */
  readonly openArtifacts: readonly string[];
}

/** `undefined` where merge keys may bring in more than is written. */
function inputsOf({ map }: Template): Inputs | undefined {
  const inputs = asMap(pairOf(map, 'inputs')?.value);
  if (takesOver(map) || (inputs && takesOver(inputs))) return undefined;
  const parameters = itemsOf(inputs, 'parameters');
  const artifacts = itemsOf(inputs, 'artifacts');
  if (!parameters || !artifacts) return undefined;
  const hasValue = (item: YamlMap) => {
    if (['value', 'default'].some((key) => present(pairOf(item, key)?.value))) return true;
    const from = asMap(pairOf(item, 'valueFrom')?.value);
    return from !== undefined && (takesOver(from) || present(pairOf(from, 'configMapKeyRef')?.value) !== undefined);
  };
  return {
    names: new Set([
      ...parameters.map((item) => `parameters.${nameOf(item)}`),
      ...artifacts.map((item) => `artifacts.${nameOf(item)}`),
    ]),
    open: parameters.filter((item) => !hasValue(item) && nameOf(item) !== '').map(nameOf),
    openArtifacts: artifacts.filter((item) => !hasSource(item) && nameOf(item) !== '').map(nameOf),
  };
}

/** Does an artifact say where it comes from, or need not be there? */
export function hasSource(artifact: YamlMap): boolean {
  return (
    isTrue(pairOf(artifact, 'optional')?.value) || artifactSources.some((key) => present(pairOf(artifact, key)?.value))
  );
}

/** `undefined` where the list is not what it should be, or an item takes something over from elsewhere. */
export function itemsOf(map: YamlMap | undefined, key: string): readonly YamlMap[] | undefined {
  const value = present(map && pairOf(map, key)?.value);
  if (!value) return [];
  const items = asSequence(value)?.items.map((item) => asMap(item.value));
  return items?.every((item) => item !== undefined && !takesOver(item)) ? (items as readonly YamlMap[]) : undefined;
}

export function nameOf(item: YamlMap): string {
  return textOf(pairOf(item, 'name')?.value) ?? '';
}

function checkMentions({ map, name }: Template, { names }: Inputs, at: SpanOf, report: Report): void {
  const known = [...names];
  const told = new Set<string>();
  // Templates that are written inside of tasks have inputs of their own.
  for (const node of scalarsIn([map], (key) => key !== 'inline')) {
    for (const [, mentioned] of node.value.matchAll(mention)) {
      if (names.has(mentioned!) || told.has(mentioned!) || told.size >= mostNames) continue;
      told.add(mentioned!);
      const nearest = nearestName(mentioned!, known);
      const instead = `Declare it there${nearest === undefined ? '' : `, or write \`inputs.${nearest}\``}.`;
      const why = `uses \`inputs.${mentioned}\`, which is not among its \`inputs\``;
      report('DW279', { of: 'template', called: name, why, instead }, { span: at(node) });
    }
  }
}

const mention = /\{\{[ \t]*inputs\.((?:parameters|artifacts)\.[-A-Za-z0-9_]+)(?:\.path)?[ \t]*\}\}/g;

function checkCalls(
  { map, type }: Template,
  inputsOfTemplate: (name: string) => Inputs | undefined,
  at: SpanOf,
  report: Report,
): void {
  if (type !== 'dag' && type !== 'steps') return;
  const of = type === 'dag' ? 'task' : 'step';
  for (const { map: task, node } of listOf(map, type).steps) {
    const called = task && templateOf(task);
    const inputs = called === undefined ? undefined : inputsOfTemplate(called);
    if (!inputs || takesOver(task!)) continue;
    const given = asMap(pairOf(task!, 'arguments')?.value);
    const missingOf = (needed: readonly string[], part: string) => {
      if (needed.length === 0) return [];
      const items = given && takesOver(given) ? undefined : itemsOf(given, part);
      const names = new Set(items?.map(nameOf));
      return items ? needed.filter((name) => !names.has(name)) : [];
    };
    const span = at(pairOf(task!, 'name')?.value ?? node);
    const tell = (missing: readonly string[], lack: (isOne: boolean) => string, instead: string) => {
      if (missing.length === 0) return;
      const listed = missing.slice(0, mostNames).map((name) => `\`${name}\``);
      const why = `calls \`${called}\` without ${listed.join(', ')}, ${lack(missing.length === 1)}`;
      report('DW279', { of, called: nameOf(task!), why, instead }, { span });
    };
    tell(
      missingOf(inputs.open, 'parameters'),
      (isOne) => `which ${isOne ? 'has' : 'have'} no value of ${isOne ? 'its' : 'their'} own`,
      'Give a value under `arguments.parameters`, or a `default` in the template.',
    );
    tell(
      missingOf(inputs.openArtifacts, 'artifacts'),
      (isOne) => `${isOne ? 'an artifact' : 'artifacts'} that it needs`,
      'Hand it over under `arguments.artifacts`, or write `optional: true` at the artifact in the template.',
    );
  }
}

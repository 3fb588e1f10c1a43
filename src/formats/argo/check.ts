import type { Report } from '../../diagnostics/diagnostics.js';
import { nearestName } from '../../lang/nearest.js';
import type { Span } from '../../model/source.js';
import { asMap, asSequence, holdsOnly, pairOf, present, resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { reportNoList } from '../yaml-steps/no-list.js';
import { referenceOf, templateOf } from './calls.js';
import { checkDeclared } from './check-declared.js';
import { checkHookResults } from './check-hook-results.js';
import { checkKinds } from './check-kinds.js';
import { checkReferences } from './check-references.js';
import { checkRefused } from './check-refused.js';
import { checkRefusedFields } from './check-refused-fields.js';
import { checkTarget } from './check-target.js';
import { parseDepends, taskResults, tasksIn } from './depends.js';
import { type ArgoDocument, type Template, templateTypes, typeOf } from './document.js';
import { entryElsewhere, isBare } from './entry-elsewhere.js';
import type { Library } from './library.js';
import { type ArgoList, listOf } from './lists.js';
import { misspelt } from './misspelt.js';
import { type RunElsewhere, runElsewhere } from './run-elsewhere.js';
import { type SpanOf, spansIn } from './spans.js';
import { hasExpression } from './spelling.js';
import { beginsWithDigit, withoutNameTags } from './task-names.js';

/** Reports what Argo would refuse, or what it would run in another way than it seems, and no schema tells. */
export function checkDocument(document: ArgoDocument, library: Library, report: Report): void {
  const { file, templates } = document;
  const at = spansIn(file);
  reportNoList(document.spec, 'templates', 'the workflow', file, report);
  checkEntrypoint(document, library, report);
  checkTemplateNames(templates, at, report);
  const names = templates.map(({ name }) => name);
  for (const template of templates) {
    const { map, type } = template;
    if (type === undefined) reportType(template, at, report);
    if (type !== 'dag' && type !== 'steps') continue;
    reportNoList(map, 'steps', 'a template', file, report);
    const dag = asMap(pairOf(map, 'dag')?.value);
    if (dag) reportNoList(dag, 'tasks', 'a dag', file, report);
    const list = listOf(map, type);
    checkTasks(template, list, at, report);
    for (const node of list.odd) report('DW261', { isGroup: type === 'steps' }, { span: at(node) });
    checkNeedsKeys(template, list, at, report);
    for (const { map: task, node } of list.steps) {
      const name = pairOf(task!, 'name')?.value;
      checkName(textOf(name), name ?? node, type === 'dag' ? 'task' : 'step', at, report);
      if (type === 'dag') checkWaitingName(task!, at, report);
      checkWork(task!, names, node, at, report);
      checkReference(task!, library, at, report);
      checkResults(task!, at, report);
    }
    checkReferences(template, list, at, report);
    if (type === 'dag') checkTarget(template, list, at, report);
    checkHookResults(template, list, at, report);
  }
  checkRefused(document, report);
  checkRefusedFields(document, report);
  checkDeclared(document, report);
  checkKinds(document, report);
}

/** A list of steps may be empty, but not one of tasks. */
function checkTasks({ map, name }: Template, { kind, steps, odd }: ArgoList, at: SpanOf, report: Report): void {
  const pair = pairOf(map, 'dag');
  const dag = asMap(pair?.value);
  const tasks = pairOf(dag ?? map, 'tasks');
  if (kind !== 'dag' || steps.length > 0 || odd.length > 0 || !pair) return;
  // They may be under another key, which is reported.
  if (dag && !holdsOnly(dag, ['tasks', 'target', 'failFast'])) return;
  if (tasks && present(tasks.value) && !asSequence(tasks.value)) return;
  const instead = 'Write its tasks under `dag.tasks`, or take the template out.';
  report('DW279', { of: 'template', called: name, why: 'has a `dag` without tasks', instead }, { span: at(pair.key) });
}

/** What a run starts with has to be there. */
function checkEntrypoint(document: ArgoDocument, library: Library, report: Report): void {
  const { spec, root, kind, name, entrypoint, templates, file } = document;
  // A key that is wrong is reported.
  if (misspelt(root, 'spec') || misspelt(spec, 'entrypoint') || misspelt(spec, 'templates')) return;
  const pair = pairOf(spec, 'entrypoint');
  const at = spansIn(file);
  const span = pair ? at(pair.value) : firstLine(root, file);
  const run = runElsewhere(document);
  if (run) {
    checkElsewhere(document, run, library, span, report);
    return;
  }
  if (entrypoint === undefined) {
    const runs = templates.some(({ type }) => type === 'dag' || type === 'steps');
    if (kind === 'Workflow' || kind === 'CronWorkflow')
      report('DW254', { entrypoint, key: 'entrypoint', nearest: undefined }, { span });
    else if (!runs) report('DW252', { kind, name }, { span });
    return;
  }
  const template = templates.find((one) => one.name === entrypoint);
  if (!template && /\{\{/.test(entrypoint)) return;
  if (!template) reportEntrypoint(entrypoint, templates, pair!.value, span, report);
}

function reportEntrypoint(
  entrypoint: string,
  templates: readonly Template[],
  written: YamlNode,
  span: Span,
  report: Report,
): void {
  const names = templates.map((one) => one.name);
  const nearest = nearestName(entrypoint, names);
  const fix = nearest !== undefined && isPlain(written) ? [{ ...span, text: nearest }] : undefined;
  report('DW254', { entrypoint, key: 'entrypoint', nearest }, { span, fix });
}

/** Where the templates that a workflow runs came in, too, they have the hooks, but not around one that it names itself. */
function checkElsewhere(document: ArgoDocument, run: RunElsewhere, library: Library, span: Span, report: Report): void {
  const { kind, name, entrypoint, spec } = document;
  const other = library.documentOf(run);
  if (!other) {
    report('DW251', { kind, name, key: run.pair.key.value }, { span });
    return;
  }
  if (entrypoint === undefined || entrypoint.includes('{{')) return;
  if (!other.templates.some((one) => one.name === entrypoint))
    reportEntrypoint(entrypoint, other.templates, pairOf(spec, 'entrypoint')!.value, span, report);
  const entry = entryElsewhere(document, run, library);
  if (entry?.type === undefined) return;
  const type = isBare(entry) ? entry.type : undefined;
  report('DW637', { kind, name, entrypoint, type, resource: run.resource }, { span });
}

function firstLine({ pairs, start }: YamlMap, file: string): Span {
  const key = pairs[0]?.key;
  return { file, start: key?.start ?? start, end: key?.end ?? start };
}

function checkTemplateNames(templates: readonly Template[], at: SpanOf, report: Report): void {
  const first = new Map<string, YamlNode>();
  for (const { map, node, name } of templates) {
    const written = pairOf(map, 'name')?.value ?? node;
    checkName(name || undefined, written, 'template', at, report);
    const other = first.get(name);
    if (other && name !== '') reportTwice(name, written, other, at, report);
    else first.set(name, written);
  }
}

function reportTwice(name: string, written: YamlNode, other: YamlNode, at: SpanOf, report: Report): void {
  report('DW257', { name }, { span: at(written), related: { message: 'the first one', span: at(other) } });
}

/**
 * Argo's own names: letters, digits and dashes, and in those of tasks what the run fills in. Words that an older reader of YAML takes
 * for true or false are no text to it.
 */
function checkName(
  name: string | undefined,
  written: YamlNode,
  of: 'template' | 'task' | 'step',
  at: SpanOf,
  report: Report,
): void {
  const scalar = resolved(written);
  const span = at(written);
  if (name === undefined) {
    report('DW258', { of, name: undefined, problem: 'has no name' }, { span });
    return;
  }
  const signs = of === 'template' ? name : withoutNameTags(name);
  if (of !== 'template' && signs.includes('{{'))
    report('DW258', { of, name, problem: 'holds a tag that is not read in names' }, { span });
  else if (!/^[A-Za-z0-9][-A-Za-z0-9]*$/.test(signs))
    report('DW258', { of, name, problem: 'may only hold letters, digits and "-", and begins with no "-"' }, { span });
  else if (signs.length > longestName)
    report('DW258', { of, name, problem: `is longer than ${longestName} signs` }, { span });
  else if (scalar?.kind === 'scalar' && scalar.style === 'plain' && looksLikeOther(scalar.value, scalar.type))
    report(
      'DW258',
      { of, name, problem: 'is a truth value or a number to Argo, and no text' },
      { span, fix: [{ ...span, text: `"${name}"` }] },
    );
}

function checkWaitingName(task: YamlMap, at: SpanOf, report: Report): void {
  const written = pairOf(task, 'name')?.value;
  const name = textOf(written) ?? '';
  const waits = hasList(task) || (textOf(pairOf(task, 'depends')?.value) ?? '').trim() !== '';
  if (!written || !waits || !beginsWithDigit(name)) return;
  const problem = 'begins with a digit, which the engine refuses for a task that waits for another one';
  report('DW258', { of: 'task', name, problem }, { span: at(written) });
}

const longestName = 128;

function looksLikeOther(text: string, type: string): boolean {
  return type !== 'string' || /^(?:y|n|yes|no|on|off)$/i.test(text);
}

/** A task does one thing: what a template says, one of elsewhere, or one written inside. */
function checkWork(task: YamlMap, names: readonly string[], node: YamlNode, at: SpanOf, report: Report): void {
  const stated = workKeys.filter((key) => present(pairOf(task, key)?.value) !== undefined);
  const name = textOf(pairOf(task, 'name')?.value) ?? '';
  const written = pairOf(task, 'name')?.value ?? node;
  if (stated.length !== 1) report('DW262', { node: name, stated, keys: workKeys }, { span: at(written) });
  const inline = asMap(pairOf(task, 'inline')?.value);
  if (inline && typeOf(inline) === undefined)
    report('DW263', { template: name, ...statedTypes(inline), keys: templateTypes }, { span: at(written) });
  const called = templateOf(task);
  const pair = pairOf(task, 'template');
  if (called === undefined || called.includes('{{') || names.includes(called)) return;
  const nearest = nearestName(called, names);
  const span = at(pair!.value);
  const fix = nearest !== undefined && isPlain(pair!.value) ? [{ ...span, text: nearest }] : undefined;
  report('DW256', { template: called, node: name, nearest }, { span, fix });
}

/** Where the resource that a task refers to came in, too, its template has to be there. */
function checkReference(task: YamlMap, library: Library, at: SpanOf, report: Report): void {
  const reference = referenceOf(task);
  const known = reference && library.templatesOf(reference);
  if (!known || reference.template.includes('{{') || known.includes(reference.template)) return;
  const name = pairOf(asMap(pairOf(task, 'templateRef')!.value)!, 'template')!.value;
  const node = textOf(pairOf(task, 'name')?.value) ?? '';
  const nearest = nearestName(reference.template, known);
  report('DW256', { template: `${reference.resource}/${reference.template}`, node, nearest }, { span: at(name) });
}

const workKeys = ['template', 'templateRef', 'inline'] as const;

function reportType({ map, node, name }: Template, at: SpanOf, report: Report): void {
  const types = statedTypes(map);
  const empty = types.stated.length === 0 ? types.empty[0] : undefined;
  const written = empty === undefined ? pairOf(map, 'name')?.value : pairOf(map, empty)!.key;
  report('DW263', { template: name, ...types, keys: templateTypes }, { span: at(written ?? node) });
}

function statedTypes(map: YamlMap): { readonly stated: readonly string[]; readonly empty: readonly string[] } {
  const written = templateTypes.filter((type) => pairOf(map, type) !== undefined);
  const isStated = (type: (typeof written)[number]) => present(pairOf(map, type)?.value) !== undefined;
  return { stated: written.filter(isStated), empty: written.filter((type) => !isStated(type)) };
}

function isPlain(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.style === 'plain';
}

/** One template speaks one language of dependencies. */
function checkNeedsKeys({ name }: Template, { steps, kind }: ArgoList, at: SpanOf, report: Report): void {
  if (kind === 'steps') return;
  const expression = steps.find(({ map }) => map && hasExpression(map));
  const list = steps.find(({ map }) => map && hasList(map));
  if (!expression || !list) return;
  const [one, other] = [pairOf(list.map!, 'dependencies')!.key, pairOf(expression.map!, 'depends')!.key];
  report(
    'DW255',
    { template: name, keys: ['dependencies', 'depends'] },
    { span: at(one), related: { message: 'and here', span: at(other) } },
  );
}

/** An empty list is as good as none. */
function hasList(task: YamlMap): boolean {
  const value = present(pairOf(task, 'dependencies')?.value);
  return value !== undefined && !(value.kind === 'sequence' && value.items.length === 0);
}

function checkResults(task: YamlMap, at: SpanOf, report: Report): void {
  const value = pairOf(task, 'depends')?.value;
  const read = parseDepends(textOf(value) ?? '');
  if (!value || !read.ok) return;
  for (const { name, result } of tasksIn(read.tree)) {
    if (result === undefined || taskResults.some((one) => one === result)) continue;
    report(
      'DW259',
      { node: name, result, nearest: nearestName(result, taskResults), known: taskResults },
      { span: at(value) },
    );
  }
}

import type { Report } from '../../diagnostics/diagnostics.js';
import { createNode } from '../../model/create-node.js';
import type { Span } from '../../model/source.js';
import type { Node } from '../../model/workflow.js';
import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';
import { whenAsked } from '../when-asked.js';
import { readNeeds } from '../yaml-steps/read-needs.js';
import { fieldValue, type ListedStep, type StepSpelling } from '../yaml-steps/step-list.js';
import { afterFailureIn } from './after-failure.js';
import type { ArgoPlace } from './argo-workflow.js';
import { referenceOf, templateOf } from './calls.js';
import { asksForSuccess, type Depends, tasksIn } from './depends.js';
import { readExpression } from './depends-text.js';
import { type TemplateType, typeOf } from './document.js';
import { endingList, goesOn } from './ending-list.js';
import { isHookTask } from './hook-task.js';
import { hookWaits } from './hook-waits.js';
import type { Library } from './library.js';
import { commandOf } from './scripts.js';
import { spanOfTemplate } from './spans.js';

/** What tasks may call. */
interface Callable {
  /** The DAG that a template of the same document is. */
  find(name: string): number | undefined;
  readonly library: Library;
}

/** The tasks or steps of a template as nodes of a graph, needs looked up. */
export function readNodes(
  place: ArgoPlace,
  spelling: StepSpelling,
  text: string,
  { find, library }: Callable,
  report: Report,
): readonly Node[] {
  const { document, list } = place;
  const { file } = document;
  const names = list.steps.map(({ map }) => textOf(map && pairOf(map, 'name')?.value) ?? '');
  const positions = new Map(names.map((name, index) => [name, index]));
  const lookUp = (name: string) => positions.get(name);
  const expressions = list.steps.map((step) =>
    spelling.needs === 'depends' ? readExpression(step, text, file, report) : undefined,
  );
  const hooks = new Set(list.steps.flatMap(({ map }, index) => (map && isHookTask(map) ? [names[index]!] : [])));
  const waits = hookWaits(names, (name) => hooks.has(name), expressions);
  const tolerant = forgivenTasks(expressions);
  const needs = list.steps.map((step, index) => {
    const expression = expressions[index];
    if (expression)
      return waits(index).map((need) => ({ name: need, node: lookUp(need), span: expression.spanOf(need) }));
    return list.kind === 'dag' && spelling.needs === 'dependencies'
      ? readNeeds(step, spelling, file, lookUp, report)
      : undefined;
  });
  const afterFailure = whenAsked(() => afterFailureIn(endingList(place, { names, expressions, needs })));
  return list.steps.map((step, index): Node => {
    const map = step.map!;
    const name = names[index]!;
    const type = typeOfTask(place, map);
    const called = templateOf(map);
    const dag = called === undefined ? undefined : find(called);
    const beside = listBeside(map, library);
    const span = spanOf(step, file);
    return createNode({
      index,
      name: name === '' ? `#${index + 1}` : name,
      named: true,
      reference: name,
      isOwn: !hooks.has(name),
      readAsHook: spelling.needs === 'depends' && hooks.has(name),
      type,
      kinds: runsShell(place, map) ? [type, 'shell'] : [type],
      command: commandOf(place.document, map),
      entry: step.entry,
      grouped: step.group !== undefined,
      needs: needs[index],
      conditional: fieldValue(map, 'when', spelling) !== undefined,
      skippable: true,
      failable: goesOn(map) ? 'yes' : tolerant.has(name) ? 'sometimes' : 'no',
      marksSuccess: goesOn(map),
      call:
        dag === undefined
          ? undefined
          : { name: called!, dag, params: parametersOf(map), afterFailure: afterFailure()(index), span },
      callBeside: beside && { at: beside, afterFailure: afterFailure()(index) },
      span,
    });
  });
}

/** Where the template is that a task runs of another resource, if it has tasks and came in. */
function listBeside(task: YamlMap, library: Library): Span | undefined {
  const reference = referenceOf(task);
  const template = reference && library.find(reference);
  const hasList = template?.type === 'dag' || template?.type === 'steps';
  return hasList ? spanOfTemplate(library.documentOf(reference!)!, template) : undefined;
}

/** Tasks behind whose failure another one may run. */
function forgivenTasks(expressions: readonly ({ readonly tree: Depends } | undefined)[]): ReadonlySet<string> {
  const trees = expressions.flatMap((one) => (one && !asksForSuccess(one.tree) ? [one.tree] : []));
  return new Set(trees.flatMap((tree) => tasksIn(tree).map(({ name }) => name)));
}

function typeOfTask({ document }: ArgoPlace, task: YamlMap): TemplateType | 'template' | 'templateRef' {
  const inline = asMap(pairOf(task, 'inline')?.value);
  if (inline) return typeOf(inline) ?? 'template';
  if (pairOf(task, 'templateRef')) return 'templateRef';
  const called = templateOf(task);
  return document.templates.find(({ name }) => name === called)?.type ?? 'template';
}

function runsShell({ document }: ArgoPlace, task: YamlMap): boolean {
  return commandOf(document, task) !== undefined;
}

function parametersOf(task: YamlMap): ReadonlySet<string> {
  const given = asMap(pairOf(task, 'arguments')?.value);
  const list = given && pairOf(given, 'parameters')?.value;
  const items = list?.kind === 'sequence' ? list.items : [];
  return new Set(
    items.flatMap(({ value }) => {
      const name = textOf(asMap(value) && pairOf(asMap(value)!, 'name')?.value);
      return name === undefined ? [] : [name];
    }),
  );
}

function spanOf({ map, node }: ListedStep, file: string): Span {
  const name = map && pairOf(map, 'name')?.value;
  const { start, end } = name ?? node;
  return { file, start, end: Math.min(end, start + 120) };
}

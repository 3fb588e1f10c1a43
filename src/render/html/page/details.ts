import type { PageEdge } from '../report-data.js';
import { reveal } from './arrange.js';
import { byId, html } from './elements.js';
import { refreshMarks } from './filter.js';
import { type Block, type DrawnEdge, type DrawnStep, data, hooks, type Panel, panels, pick, steps } from './panels.js';

/** What is known of one step, beside the picture. */
export function showDetails(one: DrawnStep | undefined): void {
  const panel = byId('details');
  panel.replaceChildren();
  if (!one) {
    html('p', countWords(), panel);
    listDenied(panel);
    return;
  }
  const { step } = one;
  html('h2', step.name, panel);
  html('p', `${step.type} in ${one.panel.dag.name}`, panel);
  const list = html('dl', undefined, panel);
  for (const [term, value] of rowsOf(one)) {
    if (value === undefined || value.length === 0) continue;
    html('dt', term, list);
    html('dd', undefined, list).append(...(typeof value === 'string' ? [value] : value));
  }
  if (step.hook?.runs) html('pre', step.hook.runs, panel);
}

/** What is folded into one box. */
export function showGroup({ members, panel: { dag } }: Block): void {
  const panel = byId('details');
  panel.replaceChildren();
  const own = members.filter(({ step }) => !step.hook);
  html('h2', `${own.length} steps, folded`, panel);
  html('p', `in ${dag.name}; a click on one unfolds the DAG`, panel);
  const list = html('ul', undefined, panel);
  for (const one of own) html('li', undefined, list).append(stepLink(one, 'kept'));
  const rules = new Map<string, DrawnStep[]>();
  for (const one of members) {
    const { hook, calls } = one.step;
    const inside = calls === undefined ? [] : hooks.filter((other) => other.panel.index === calls);
    for (const added of hook ? [one] : inside) {
      const { rule } = added.step.hook!;
      rules.set(rule, [...(rules.get(rule) ?? []), added]);
    }
  }
  for (const [rule, added] of rules) {
    html('h3', `${added.length} by rule ${rule}`, panel);
    const of = html('ul', undefined, panel);
    for (const one of added) html('li', undefined, of).append(stepLink(one, 'added'));
  }
}

/** What must not be in the workflow, each with its place. */
function listDenied(panel: HTMLElement): void {
  const list = html('dl', undefined, panel);
  const row = (place: HTMLElement | string, words: string) => {
    html('dt', undefined, list).append(place);
    html('dd', words, list, 'forbidden');
  };
  for (const one of steps) for (const words of one.step.denied) row(stepLink(one, 'kept'), words);
  for (const { dag } of panels) for (const words of dag.denied) row(dag.name, words);
}

export function stepLink(one: DrawnStep, change: PageEdge['change']): HTMLElement {
  return link((change === 'added' ? '+ ' : '') + one.step.name, () => pick(one));
}

function countWords(): string {
  const dags = `${steps.length} steps in ${data.dags.length}${data.dags.length === 1 ? ' DAG' : ' DAGs'}`;
  const added = hooks.length > 0 ? `, ${hooks.length} of them by rules` : '';
  return `${dags}${added}. Click a step, or use the arrow keys.`;
}

type Row = readonly [term: string, value: string | readonly HTMLElement[] | undefined];

function rowsOf({ step, own: { before, behind } }: DrawnStep): readonly Row[] {
  const { hook } = step;
  const called = step.calls === undefined ? undefined : panels[step.calls]!;
  const about: readonly Row[] = hook
    ? [
        ['rule', hook.rule + (hook.written ? `  (${hook.written})` : '')],
        ['point', hook.point],
        ['task', hook.task],
        ['gate?', hook.gate],
        ['output', hook.output],
      ]
    : [['written', step.written]];
  const isThere = ({ edge }: DrawnEdge) => edge.change !== 'removed';
  const isRemoved = ({ edge }: DrawnEdge) => edge.change === 'removed';
  return [
    ...step.denied.map((words): Row => ['forbidden', words]),
    ...about,
    ['calls', called ? [dagLink(called)] : step.calledName && `${step.calledName} (not among the files)`],
    ['waits for', before.filter(isThere).map(({ from, edge }) => stepLink(from.members[0]!, edge.change))],
    ['no longer for', before.filter(isRemoved).map(({ from, edge }) => stepLink(from.members[0]!, edge.change))],
    ['before', behind.filter(isThere).map(({ to, edge }) => stepLink(to.members[0]!, edge.change))],
    ...(hook?.forecast ?? []).map((words, at): Row => [data.forecastTitles[at]!, words]),
  ];
}

function dagLink(panel: Panel): HTMLElement {
  return link(panel.dag.name, () => {
    reveal(panel.index);
    refreshMarks();
    if (panel.dag.steps.length > 0) pick(steps[panel.first]);
  });
}

function link(text: string, follow: () => void): HTMLElement {
  const button = html('button', text, undefined, 'link');
  button.type = 'button';
  button.addEventListener('click', follow);
  return button;
}

import { stepLink } from './details.js';
import { byId, html } from './elements.js';
import { isWanted } from './filter.js';
import { type DrawnHook, data, hooks } from './panels.js';

const tabs = ['patch', 'added', 'runs'] as const;

export function listenForTabs(): void {
  byId('tabs').hidden = !data.compares;
  if (!data.compares) showTab('added');
  byId('added').hidden = data.compares || hooks.length === 0;
  for (const one of tabs) byId(`tab-${one}`).addEventListener('click', () => showTab(one));
}

export function nextTab(): void {
  const at = tabs.findIndex((one) => byId(`tab-${one}`).getAttribute('aria-selected') === 'true');
  showTab(tabs[(at + 1) % tabs.length]!);
}

function showTab(name: string): void {
  for (const one of tabs) {
    byId(one).hidden = one !== name;
    byId(`tab-${one}`).setAttribute('aria-selected', String(one === name));
  }
}

/** What a row says of a step, behind a link to it. */
interface Listing {
  readonly id: string;
  readonly titles: readonly string[];
  cells(one: DrawnHook): readonly string[] | undefined;
}

const listings: readonly Listing[] = [
  {
    id: 'added',
    titles: ['task', 'rule', 'gate?'],
    cells: ({ step: { hook } }) => [hook.task ?? '', hook.rule, hook.gate ?? ''],
  },
  { id: 'runs', titles: data.forecastTitles, cells: ({ step: { hook } }) => hook.forecast },
];

/** Lists the added steps that the filters want, by rule; where they are many, a rule opens at a click. */
export function listHooks(): void {
  const wanted = hooks.filter(isWanted);
  for (const { id, titles, cells } of listings) {
    const list = byId(id);
    list.replaceChildren();
    const table = html('table', undefined, list);
    const head = html('tr', undefined, html('thead', undefined, table));
    for (const title of ['step', ...titles]) html('th', title, head).scope = 'col';
    for (const rule of new Set(wanted.map(({ step }) => step.hook.rule))) {
      const own = wanted.filter(({ step }) => step.hook.rule === rule);
      const rows = own.flatMap((one) => {
        const words = cells(one);
        return words ? [{ one, words }] : [];
      });
      const body = html('tbody', undefined, undefined);
      if (wanted.length > fewestToFold && rows.length > 1) table.append(headOf(rule, rows.length, body));
      table.append(body);
      for (const { one, words } of rows) {
        const row = html('tr', undefined, body);
        const cell = html('td', undefined, row);
        cell.append(stepLink(one, 'kept'));
        html('div', one.panel.dag.name, cell, 'soft');
        for (const word of words) html('td', word, row);
      }
    }
  }
}

const fewestToFold = 20;

/** The row that opens and closes those of one rule. */
function headOf(rule: string, count: number, body: HTMLElement): HTMLElement {
  const head = html('tbody', undefined, undefined, 'rule');
  const cell = html('td', undefined, html('tr', undefined, head));
  cell.colSpan = 6;
  const button = html('button', undefined, cell, 'link');
  button.type = 'button';
  const show = (now: boolean) => {
    body.hidden = !now;
    button.textContent = `${now ? '▾' : '▸'} ${rule}: ${count} steps`;
    button.setAttribute('aria-expanded', String(now));
  };
  show(false);
  button.addEventListener('click', () => show(Boolean(body.hidden)));
  return head;
}

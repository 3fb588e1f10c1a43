import { stepLink } from './details.js';
import { byId, html } from './elements.js';
import { isWanted } from './filter.js';
import { type DrawnHook, type DrawnStep, data, hooks } from './panels.js';

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

/** Lists the added steps that the filters want. */
export function listHooks(): void {
  for (const { id, titles, cells } of listings) {
    const list = byId(id);
    list.replaceChildren();
    const table = html('table', undefined, list);
    const head = html('tr', undefined, html('thead', undefined, table));
    for (const title of ['step', ...titles]) html('th', title, head).scope = 'col';
    const body = html('tbody', undefined, table);
    for (const one of hooks.filter(isWanted)) {
      const words = cells(one);
      if (!words) continue;
      const row = html('tr', undefined, body);
      const cell = html('td', undefined, row);
      cell.append(stepLink(one, 'kept'));
      html('div', one.panel.dag.name, cell, 'soft');
      for (const word of words) html('td', word, row);
    }
  }
}

interface PatchLine {
  readonly text: string;
  readonly element: HTMLElement;
}

const patchLines: readonly PatchLine[] = data.patch.map((text) => ({
  text,
  element: html('div', text === '' ? ' ' : text, byId('patch'), kindOf(text)),
}));
let foundLine: PatchLine | undefined;

export function showInPatch(one: DrawnStep): void {
  foundLine?.element.classList.remove('found');
  foundLine = one.step.hook ? patchLineOf(one) : undefined;
  foundLine?.element.classList.add('found');
  foundLine?.element.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** Steps of one name are in the patch in the order of their DAGs. */
function patchLineOf({ step: { name }, number, panel }: DrawnStep): PatchLine | undefined {
  const { file } = panel.dag;
  const alike = hooks.filter((other) => other.step.name === name && other.panel.dag.file === file);
  let left = alike.findIndex((other) => other.number === number);
  let inFile = false;
  for (const line of patchLines) {
    if (line.text.startsWith('+++ ')) {
      inFile = line.text
        .slice(6)
        .trim()
        .endsWith(file.replace(/^(\.?\/)+/, ''));
    } else if (inFile && isNameOf(name, line.text) && left-- === 0) return line;
  }
  return undefined;
}

function isNameOf(name: string, line: string): boolean {
  if (!line.startsWith('+') || !line.includes('name: ')) return false;
  return line.trimEnd().replace(/['"]$/, '').endsWith(name);
}

function kindOf(line: string): string {
  if (line.startsWith('--- ') || line.startsWith('+++ ')) return 'file';
  if (line.startsWith('@@')) return 'place';
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : '';
}

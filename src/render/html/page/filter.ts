import { byId, canvas, html } from './elements.js';
import { type Block, blocks, type DrawnHook, type DrawnStep, hooks, panels, pick, picked, steps } from './panels.js';

const keys = ['point', 'rule', 'task'] as const;

interface Filter {
  readonly key: (typeof keys)[number];
  readonly select: HTMLSelectElement;
  readonly values: readonly string[];
}

const filters: readonly Filter[] = keys.map((key) => {
  const values = hooks.map(({ step }) => step.hook[key]).filter((value) => value !== undefined);
  return { key, select: byId<HTMLSelectElement>(`by-${key}`), values: [...new Set(values)] };
});

/** `undefined` where the filter lets all through. */
function wantedBy({ select, values }: Filter): string | undefined {
  return select.value === '' ? undefined : values[Number(select.value) - 1];
}

export function isWanted({ step }: DrawnHook): boolean {
  return filters.every((filter) => {
    const wanted = wantedBy(filter);
    return wanted === undefined || step.hook[filter.key] === wanted;
  });
}

export const search = byId<HTMLInputElement>('search');
let found: readonly DrawnStep[] = [];

/** Fades all that no filter asks for, with its edges, and marks the steps that the search finds. */
export function refreshMarks(): void {
  const filtering = filters.some((filter) => wantedBy(filter) !== undefined);
  const wanted = filtering ? wantedBlocks() : new Set(blocks);
  for (const block of blocks) block.element?.classList.toggle('faded', !wanted.has(block) && !isBeside(block, wanted));
  for (const panel of panels) {
    for (const { element, from, to } of panel.now.edges)
      element?.classList.toggle('faded', !wanted.has(from) && !wanted.has(to));
  }
  const text = search.value.toLowerCase();
  found = text === '' ? [] : steps.filter(({ step }) => step.name.toLowerCase().includes(text));
  const matches = new Set(found.flatMap(({ own, folded }) => [own, folded]));
  for (const block of blocks) block.element?.classList.toggle('match', matches.has(block));
}

/** Boxes of added steps that the filters ask for, and of the steps that call the DAGs of such. */
function wantedBlocks(): ReadonlySet<Block | undefined> {
  const wanted = hooks.filter(isWanted);
  const inside = new Set(wanted.map(({ panel }) => panel.index));
  const callers = steps.filter(({ step }) => step.calls !== undefined && inside.has(step.calls));
  return new Set([...wanted, ...callers].flatMap(({ own, folded }) => [own, folded]));
}

/** A step that was there already, next to a wanted one. */
function isBeside({ members, before, behind }: Block, wanted: ReadonlySet<Block | undefined>): boolean {
  if (members[0]!.step.hook) return false;
  return before.some(({ from }) => wanted.has(from)) || behind.some(({ to }) => wanted.has(to));
}

/** @param listHooks lists the added steps that are wanted */
export function listenForFilters(listHooks: () => void): void {
  byId('filters').hidden = hooks.length === 0;
  for (const { key, select, values } of filters) {
    select.hidden = values.length < 2;
    html('option', `Every ${key}`, select).value = '';
    values.forEach((value, at) => {
      html('option', value, select).value = String(at + 1);
    });
    select.addEventListener('change', () => {
      refreshMarks();
      listHooks();
    });
  }
  search.addEventListener('input', refreshMarks);
  search.addEventListener('keydown', searchByKey);
}

function searchByKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    search.value = '';
    refreshMarks();
    canvas.focus();
  }
  if (event.key !== 'Enter' || found.length === 0) return;
  const at = picked ? found.indexOf(picked) : -1;
  pick(found[(at + (event.shiftKey ? found.length - 1 : 1)) % found.length]);
  search.focus();
}

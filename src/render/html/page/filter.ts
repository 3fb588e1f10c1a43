import { byId, canvas, html } from './elements.js';
import { type DrawnHook, type DrawnStep, hooks, pick, picked, steps } from './panels.js';

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

/** Fades added steps that no filter asks for, and marks the steps that the search finds. */
export function refreshMarks(): void {
  const filtering = filters.some((filter) => wantedBy(filter) !== undefined);
  for (const one of hooks) {
    const faded = filtering && !isWanted(one);
    one.element?.classList.toggle('faded', faded);
    for (const drawn of [...one.before, ...one.behind]) drawn.element?.classList.toggle('faded', faded);
  }
  const text = search.value.toLowerCase();
  found = text === '' ? [] : steps.filter(({ step }) => step.name.toLowerCase().includes(text));
  const matches = new Set(found);
  for (const one of steps) one.element?.classList.toggle('match', matches.has(one));
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

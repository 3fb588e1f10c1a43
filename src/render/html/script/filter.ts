/** Fades added steps that are not asked for, and marks those that a search finds. */
export const filter = `
const filters = { point: byId('by-point'), rule: byId('by-rule'), task: byId('by-task') };
const hooks = steps.filter((one) => one.step.hook);

for (const key of Object.keys(filters)) {
  const select = filters[key];
  const values = Array.from(new Set(hooks.map((one) => one.step.hook[key]).filter((value) => value !== undefined)));
  select.hidden = values.length < 2;
  html('option', 'Every ' + key, select).value = '';
  values.forEach((value, at) => {
    html('option', value, select).value = String(at + 1);
  });
  select.addEventListener('change', () => {
    refreshMarks();
    listHooks();
  });
  select.wanted = () => (select.value === '' ? undefined : values[Number(select.value) - 1]);
}

function isWanted(one) {
  return Object.keys(filters).every((key) => {
    const wanted = filters[key].wanted();
    return wanted === undefined || one.step.hook[key] === wanted;
  });
}

const search = byId('search');
let found = [];

function refreshMarks() {
  const filtering = Object.keys(filters).some((key) => filters[key].wanted() !== undefined);
  for (const one of hooks) {
    const faded = filtering && !isWanted(one);
    if (one.element) one.element.classList.toggle('faded', faded);
    for (const drawn of one.before.concat(one.behind)) if (drawn.element) drawn.element.classList.toggle('faded', faded);
  }
  const text = search.value.toLowerCase();
  found = text === '' ? [] : steps.filter((one) => one.step.name.toLowerCase().includes(text));
  const matches = new Set(found);
  for (const one of steps) if (one.element) one.element.classList.toggle('match', matches.has(one));
}

search.addEventListener('input', refreshMarks);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.value = '';
    refreshMarks();
    canvas.focus();
  }
  if (event.key !== 'Enter' || found.length === 0) return;
  const next = found[(found.indexOf(picked) + (event.shiftKey ? found.length - 1 : 1)) % found.length];
  pick(next);
  search.focus();
});
`;

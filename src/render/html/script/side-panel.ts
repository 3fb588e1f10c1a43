/** The patch, and lists of the added steps. */
export const sidePanel = String.raw`
const patchLines = data.patch.map((text) => {
  const kind = text.startsWith('--- ') || text.startsWith('+++ ') ? 'file' : text.startsWith('@@') ? 'place' : text.startsWith('+') ? 'plus' : text.startsWith('-') ? 'minus' : '';
  return { text, element: html('div', text === '' ? ' ' : text, byId('patch'), kind) };
});

/** Steps of one name stand in the patch in the order of their DAGs. */
function patchLineOf(one) {
  const file = one.panel.dag.file;
  const alike = hooks.filter((other) => other.step.name === one.step.name && other.panel.dag.file === file);
  let left = alike.indexOf(one);
  let inFile = false;
  for (const line of patchLines) {
    if (line.text.startsWith('+++ ')) inFile = line.text.slice(6).trim().endsWith(file.replace(/^(\.?\/)+/, ''));
    else if (inFile && line.text.startsWith('+') && line.text.includes('name: ') && line.text.trimEnd().replace(/['"]$/, '').endsWith(one.step.name) && left-- === 0) return line;
  }
  return undefined;
}

let foundLine;
function showInPatch(one) {
  if (foundLine) foundLine.element.classList.remove('found');
  foundLine = one.step.hook ? patchLineOf(one) : undefined;
  if (!foundLine) return;
  foundLine.element.classList.add('found');
  foundLine.element.scrollIntoView({ block: 'center', inline: 'nearest' });
}

const tabs = ['patch', 'added', 'runs'];

/** What a row says of a step, behind a link to it. */
const listings = {
  added: { titles: ['rule', 'gate?'], cells: (one) => [one.step.hook.rule, one.step.hook.gate || ''] },
  runs: { titles: data.forecastTitles, cells: (one) => one.step.hook.forecast },
};

function listHooks() {
  for (const name of Object.keys(listings)) {
    const { titles, cells } = listings[name];
    const list = byId(name);
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

function showTab(name) {
  for (const one of tabs) {
    byId(one).hidden = one !== name;
    byId('tab-' + one).setAttribute('aria-selected', String(one === name));
  }
}
for (const one of tabs) byId('tab-' + one).addEventListener('click', () => showTab(one));

function nextTab() {
  const at = tabs.findIndex((one) => byId('tab-' + one).getAttribute('aria-selected') === 'true');
  showTab(tabs[(at + 1) % tabs.length]);
}
`;

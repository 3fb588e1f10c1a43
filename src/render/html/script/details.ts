/** What is known of one step, beside the picture. */
export const details = `
function showDetails(one) {
  const panel = byId('details');
  panel.replaceChildren();
  if (!one) {
    const added = steps.filter((other) => other.step.hook).length;
    html('p', steps.length + ' steps in ' + data.dags.length + (data.dags.length === 1 ? ' DAG' : ' DAGs') + (added > 0 ? ', ' + added + ' of them by rules' : '') + '. Click a step, or use the arrow keys.', panel);
    return;
  }
  const step = one.step;
  html('h2', step.name, panel);
  html('p', step.type + ' in ' + one.panel.dag.name, panel);
  const list = html('dl', undefined, panel);
  const row = (term, value) => {
    if (value === undefined) return;
    html('dt', term, list);
    const cell = html('dd', undefined, list);
    if (typeof value === 'string') cell.textContent = value;
    else cell.append(...value);
  };
  if (step.hook) {
    row('rule', step.hook.rule + (step.hook.written ? '  (' + step.hook.written + ')' : ''));
    row('point', step.hook.point);
    row('task', step.hook.task);
    row('gate?', step.hook.gate);
    row('output', step.hook.output);
  } else row('written', step.written);
  if (step.calledName !== undefined) row('calls', step.calls === undefined ? step.calledName + ' (not among the files)' : [dagLink(step.calls)]);
  const neighbours = (edges, side, changes) => edges.filter((drawn) => changes.includes(drawn.edge.change)).map((drawn) => stepLink(drawn[side], drawn.edge.change));
  const some = (links) => (links.length > 0 ? links : undefined);
  row('waits for', some(neighbours(one.before, 'from', ['kept', 'added'])));
  row('no longer for', some(neighbours(one.before, 'from', ['removed'])));
  row('before', some(neighbours(one.behind, 'to', ['kept', 'added'])));
  if (step.hook && step.hook.forecast) step.hook.forecast.forEach((words, at) => row(data.forecastTitles[at], words || undefined));
  if (step.hook && step.hook.runs) html('pre', step.hook.runs, panel);
}

function stepLink(one, change) {
  const link = html('button', (change === 'added' ? '+ ' : '') + one.step.name, undefined, 'link');
  link.type = 'button';
  link.addEventListener('click', () => pick(one));
  return link;
}

function dagLink(index) {
  const link = html('button', data.dags[index].name, undefined, 'link');
  link.type = 'button';
  link.addEventListener('click', () => {
    reveal(index);
    refreshMarks();
    if (data.dags[index].steps.length > 0) pick(steps[panels[index].first]);
  });
  return link;
}
`;

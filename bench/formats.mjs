// What compiling 1,000 tasks for each engine costs beside the same tasks for Dagu, read in full: processor time of warm calls in one process, in turns.
// Usage: node bench/formats.mjs [TASKS]     (needs `npm run build`)
import { compile } from '../dist/index.js';

const count = Number(process.argv[2] ?? 1000);
const rounds = 9;
const limit = 2;
const tasks = Array.from({ length: count }, (_, at) => ({
  name: `task-${at}`,
  needs: [at - 1, at - 7].filter((need) => need >= 0 && at % 10 !== 0).map((need) => `task-${need}`),
}));
const commands = ['npm ci', 'npm run build -- --quiet', 'npm test'];

/** Three commands a task, in the form that people give it in each language. */
const languages = {
  dagu: [
    `type: graph\nsteps:\n${tasks.map(({ name, needs }) => `  - name: ${name}\n    call: ${name}\n${list(needs, '    depends')}`).join('')}`,
    ...tasks.map(
      ({ name }) =>
        `name: ${name}\ntype: graph\nsteps:\n${commands.map((command, at) => `  - name: s${at}\n    command: ${command}\n${list(at > 0 ? [`s${at - 1}`] : [], '    depends')}`).join('')}`,
    ),
  ].join('---\n'),
  argo: `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {generateName: bench-}\nspec:\n  entrypoint: main\n  templates:\n    - name: main\n      dag:\n        tasks:\n${tasks.map(({ name, needs }) => `          - name: ${name}\n            template: ${name}\n${list(needs, '            dependencies')}`).join('')}${tasks.map(({ name }) => `    - name: ${name}\n      script:\n        image: node:20\n        command: [sh]\n        source: |\n${commands.map((command) => `          ${command}\n`).join('')}`).join('')}`,
  'github-actions': `on: push\njobs:\n${tasks.map(({ name, needs }) => `  ${name}:\n    runs-on: ubuntu-latest\n${list(needs, '    needs')}    steps:\n${commands.map((command) => `      - run: ${command}\n`).join('')}`).join('')}`,
  'gitlab-ci': tasks
    .map(
      ({ name, needs }) =>
        `${name}:\n  needs: [${needs.join(', ')}]\n  script:\n${commands.map((command) => `    - ${command}\n`).join('')}`,
    )
    .join('\n'),
};

const rules = {
  hooks: {
    enabled: true,
    injections: {
      pre_root: [{ id: 'begin', type: 'shell', command: './begin' }],
      pre_task: [{ id: 'enter', type: 'shell', command: './enter "{{task_id}}"' }],
      post_task: [
        { id: 'check', type: 'shell', command: './check', tasks: ['*[02468]'] },
        { id: 'log', type: 'shell', command: './log', await: false },
      ],
      final: [{ id: 'end', type: 'shell', command: './end' }],
    },
  },
};

const times = new Map(Object.keys(languages).map((name) => [name, []]));
const hooks = new Map();
for (let round = 0; round < rounds; round += 1)
  for (const [name, text] of Object.entries(languages)) {
    const before = process.cpuUsage();
    const { ok, outputs, additions, diagnostics } = compile(inputOf(name, text));
    const { user, system } = process.cpuUsage(before);
    if (!ok) throw new Error(`${name}: ${diagnostics.find(({ severity }) => severity === 'error').message}`);
    hooks.set(name, outputs[0].text.split(/# dagweave: (?:begin|enter|check|log|end) /).length - 1);
    if (additions.length === 0) throw new Error(`${name}: nothing was added`);
    // The first rounds warm up.
    if (round >= 3) times.get(name).push((user + system) / 1000);
  }

const base = median(times.get('dagu'));
console.log(`engine          MB     hooks  ms     of Dagu's (at most ${limit})`);
for (const [name, text] of Object.entries(languages)) {
  const time = median(times.get(name));
  const cells = [name.padEnd(15), (text.length / 1e6).toFixed(2).padEnd(6), String(hooks.get(name)).padEnd(6)];
  console.log(...cells, time.toFixed(0).padEnd(6), (time / base).toFixed(2), time / base > limit ? 'TOO SLOW' : '');
  if (time / base > limit) process.exitCode = 1;
}

function inputOf(name, text) {
  return {
    workflow: [{ path: 'workflow.yaml', text }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify(rules), layer: 'project' }],
    prompts: { read: (directory, prompt) => ({ kind: 'missing', path: `${directory}/${prompt}`, known: [] }) },
    options: name === 'dagu' ? { targetVersion: '2.14', byShape: false } : {},
  };
}

function list(names, key) {
  return names.length === 0 ? '' : `${key}: [${names.join(', ')}]\n`;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

// What the tools of the field say about the packed tarball, and whether it runs on each Node that package.json allows.
// Usage: npm run test:package [NODE_VERSION...]     (needs the network: Node comes from npm)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20.19.0', '22', '24', '26'];
const folder = mkdtempSync(join(tmpdir(), 'dagweave-package-'));
const run = (cwd, file, ...args) =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const own = (name) => resolve('node_modules/.bin', name);

const [{ filename, size }] = JSON.parse(
  run('.', 'npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder),
);
const tarball = join(folder, filename);
console.log(`${filename}: ${Math.round(size / 1000)} kB packed`);
run('.', own('publint'), 'run', '--strict', tarball);
console.log('publint: clean');
// The other profile asks for a second copy for `require`; every Node below requires the one that there is.
run('.', own('attw'), tarball, '--profile', 'esm-only');
console.log('attw: clean');

const rules =
  'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - {id: gate, type: shell, command: "true", tasks: [unit-tests], optional: true}\n';
const flow = 'type: graph\nsteps:\n  - name: unit-tests\n    command: make test\n';
// So long that V8 is asked for other settings, which not every version of it has.
const names = Array.from({ length: 2000 }, (_, at) => `T${at}`);
const large = [
  `steps:\n${names.map((name) => `  - name: unit-tests-${name}\n    call: ${name}\n`).join('')}`,
  ...names.map((name) => `name: ${name}\nsteps:\n  - name: build\n    command: make build\n`),
].join('---\n');
for (const version of versions) {
  const home = mkdtempSync(join(folder, 'node-'));
  writeFileSync(join(home, 'package.json'), '{"private": true, "type": "module"}');
  run(home, 'npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`, tarball);
  const node = join(home, 'node_modules/.bin/node');
  writeFileSync(join(home, 'hooks.yaml'), rules);
  writeFileSync(join(home, 'flow.yaml'), flow);
  writeFileSync(join(home, 'large.yaml'), large);
  const dagweave = (...args) => {
    const words = ['node_modules/dagweave/dist/cli/main.cjs', ...args];
    const { status, stdout, stderr } = spawnSync(node, words, { cwd: home, encoding: 'utf8', maxBuffer: 100_000_000 });
    if (status !== 0 || stderr !== '') throw new Error(`Node ${version}, ${args.join(' ')}: ${status}\n${stderr}`);
    return stdout;
  };
  const apply = (file, ...more) =>
    dagweave('apply', '--quiet', '--target-version', '1.30', '--config', 'hooks.yaml', file, ...more);
  const applied = [1, 2].map(() => apply('flow.yaml'));
  if (!applied[0].includes('hook-gate-unit-tests') || applied[0] !== applied[1])
    throw new Error(`apply printed ${applied}`);
  if (!apply('large.yaml').includes('unit-tests-T1999')) throw new Error('no large workflow');
  if (!JSON.parse(dagweave('step', 'shell', '--', 'echo', 'hello')).success) throw new Error('a step failed');
  if (!dagweave('graph', '--view', 'svg', 'flow.yaml').includes('<svg')) throw new Error('no picture');
  const library = "import { catalog } from 'dagweave'; console.log(Object.keys(catalog).length > 100)";
  if (run(home, node, '--input-type=module', '-e', library) !== 'true\n') throw new Error('no library');
  const required = "console.log(typeof require('dagweave').compile)";
  if (run(home, node, '--input-type=commonjs', '-e', required) !== 'function\n') throw new Error('nothing to require');
  console.log(
    `Node ${run(home, node, '--version').trim()}: apply, step, graph and the library run, and nothing complains`,
  );
}
rmSync(folder, { recursive: true });

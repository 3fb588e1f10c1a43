// What a newcomer waits for: from the packed tarball, in an empty folder, with an empty cache of npm.
// Usage: node test/package/newcomer.mjs [NODE_VERSION...]     (needs `npm run build`, and the network: Node comes from npm)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20', '24'];
const root = mkdtempSync(join(tmpdir(), 'dagweave-newcomer-'));
const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const tarball = join(root, JSON.parse(packed)[0].filename);
const flow =
  'type: graph\nsteps:\n  - name: unit-tests\n    command: npm test\n  - name: deploy\n    command: ./deploy.sh\n    depends: [unit-tests]\n';

for (const version of versions) {
  const node = join(root, `node-${version}`);
  mkdirSync(node);
  execFileSync('npm', ['install', '--prefix', node, '--loglevel=error', `node@${version}`], { stdio: 'ignore' });
  const folder = mkdtempSync(join(root, 'project-'));
  const env = {
    ...process.env,
    HOME: join(root, 'home'),
    npm_config_cache: mkdtempSync(join(root, 'cache-')),
    PATH: [join(node, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  };
  let all = 0;
  const step = (title, work) => {
    const start = performance.now();
    const shown = work();
    const took = performance.now() - start;
    all += took;
    console.log(`${title.padEnd(12)} ${(took / 1000).toFixed(1).padStart(5)} s  ${shown ?? ''}`);
  };
  const run = (...words) =>
    execFileSync(words[0], words.slice(1), { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const dagweave = (...words) => run('npx', '--no-install', 'dagweave', ...words);
  console.log(`Node ${run('node', '--version').trim()}`);
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  writeFileSync(join(folder, 'workflow.yaml'), flow);
  step('install', () => void run('npm', 'install', '-D', '--no-audit', '--no-fund', tarball));
  step('init', () => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no-install', 'dagweave', 'init'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    if (status !== 0 || /warning/i.test(stderr)) throw new Error(`init ended with ${status}: ${stderr}`);
    return `${stdout.split('\n')[0]}; its first patch adds ${stderr.match(/^\+ /gm).length} lines`;
  });
  step('first rule', () => {
    const path = join(folder, '.dagweave/config.yaml');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(
        '      - step: announce\n',
        '      - {id: gate, type: shell, command: ./gate.sh, tasks: [unit-tests]}\n      - step: announce\n',
      ),
    );
    return dagweave('validate').trim();
  });
  step('diff', () => `${dagweave('diff', 'workflow.yaml').match(/^\+ /gm).length} lines more`);
  step('apply', () => void dagweave('apply', '--in-place', 'workflow.yaml'));
  step('check', () => void dagweave('apply', '--check', 'workflow.yaml'));
  step('report', () => {
    writeFileSync(join(folder, 'report.html'), dagweave('diff', '--view', 'html', 'workflow.yaml'));
    return `${Math.round(readFileSync(join(folder, 'report.html')).length / 1000)} kB`;
  });
  if (!readFileSync(join(folder, 'workflow.yaml'), 'utf8').includes('hook-gate-unit-tests')) throw new Error('no gate');
  console.log(`in all       ${(all / 1000).toFixed(1).padStart(5)} s\n`);
}
rmSync(root, { recursive: true });

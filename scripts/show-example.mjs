import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Runs the commands that the README shows, in the folder of one example.
const cwd = fileURLToPath(new URL(`../examples/${process.argv[2]}`, import.meta.url));
const program = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url));

for (const verb of ['diff', 'apply']) {
  const args = [verb, '--config', 'hooks.yaml', 'workflow.yaml'];
  console.log(`\n$ dagweave ${args.join(' ')}`);
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

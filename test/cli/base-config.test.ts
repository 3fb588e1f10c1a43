import { expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const hooks = (more = '') =>
  `hooks:\n  enabled: true\n  target_version: "1.30"\n${more}  injections:\n    final:\n      - {type: shell, command: ./tidy.sh, run: always}\n`;

const folder = folderWith({
  'workflow.yaml': 'type: graph\nsteps:\n  - name: build\n    command: make\n',
  'hooks.yaml': hooks(),
  'ops/hooks.yaml': hooks('  dagu: {base_config: base.yaml}\n'),
  'ops/none.yaml': hooks('  dagu: {base_config: none}\n'),
  'ops/misspelt.yaml': 'type: grahp\n',
  'ops/base.yaml': 'handlerOn:\n  exit:\n    command: ./operator.sh\n',
});

const apply = (...options: readonly string[]) => runDagweave(['apply', ...options, 'workflow.yaml'], { cwd: folder });

test('a base configuration is found from the folder of the configuration that names it, or on the command line', () => {
  for (const options of [
    ['--config', 'ops/hooks.yaml'],
    ['--config', 'hooks.yaml', '--base-config', 'ops/base.yaml'],
    ['--config', 'ops/none.yaml', '--base-config', 'ops/base.yaml'],
    ['--config', 'hooks.yaml', '--set', 'hooks.dagu.base_config=ops/base.yaml'],
  ]) {
    const { exit, stdout, stderr } = apply(...options);
    expect({ exit, stderr: stderr.includes('warning') }, options.join(' ')).toEqual({ exit: 0, stderr: false });
    expect(stdout).toContain('./tidy.sh');
    expect(stdout).toContain('./operator.sh');
  }
});

test('"none" silences the warning that there may be one', () => {
  expect(apply('--config', 'hooks.yaml').stderr).toContain('DW613');
  for (const options of [
    ['--config', 'ops/none.yaml'],
    ['--config', 'ops/hooks.yaml', '--base-config', 'none'],
  ]) {
    const { exit, stdout, stderr } = apply(...options);
    expect([exit, stderr.includes('warning'), stdout.includes('operator')]).toEqual([0, false, false]);
  }
});

test('a base configuration with a type that the engine refuses is an error, since no workflow would run with it', () => {
  const { exit, stderr } = apply('--config', 'hooks.yaml', '--base-config', 'ops/misspelt.yaml');
  expect(exit).toBe(4);
  expect(stderr).toContain('DW386: the base configuration "ops/misspelt.yaml" cannot be read: it has `type: grahp`');
});

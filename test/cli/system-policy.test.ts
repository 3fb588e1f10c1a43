import { mkdirSync } from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfigurationFiles, systemPolicyPlace } from '../../src/cli/config-files.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { folderWith } from './run-dagweave.js';

const text = 'hooks: {deny: []}\n';

async function read(
  folder: string,
  more: { readonly policy?: readonly string[]; readonly listed?: readonly string[] } = {},
) {
  const { report, all } = createCollector();
  const [policy, listed] = [more.policy, more.listed].map((names) => names?.map((name) => join(folder, name)));
  const environment = { HOME: join(folder, 'home'), DAGWEAVE_POLICY: listed?.join(delimiter) };
  const systemPolicy = join(folder, 'etc/policy.yaml');
  const search = { config: [], set: [], policy, systemPolicy, environment, folder: process.cwd() };
  const files = await readConfigurationFiles(search, report);
  const shown = files.map(({ path, layer }) => [layer, relative(folder, resolve(path))]);
  return { files: shown, found: all().map(({ code }) => code) };
}

test('the policy of the system is the strongest, then those of the command line, then those of the environment', async () => {
  const folder = folderWith({ 'etc/policy.yaml': text, 'a.yaml': text, 'b.yaml': text, 'c.yaml': text });
  expect((await read(folder, { policy: ['a.yaml'], listed: ['b.yaml', 'c.yaml'] })).files).toEqual([
    ['policy', 'b.yaml'],
    ['policy', 'c.yaml'],
    ['policy', 'a.yaml'],
    ['policy', 'etc/policy.yaml'],
  ]);
});

test('without a file there is not one, but what cannot be read is a mistake', async () => {
  const folder = folderWith({ 'a.yaml': text });
  expect(await read(folder)).toEqual({ files: [], found: [] });
  mkdirSync(join(folder, 'etc/policy.yaml'), { recursive: true });
  expect((await read(folder)).found).toEqual(['DW802']);
});

test('no variable of the environment moves the place', () => {
  expect(['linux', 'darwin', 'win32'].map(systemPolicyPlace)).toEqual([
    '/etc/dagweave/policy.yaml',
    '/Library/Application Support/dagweave/policy.yaml',
    'C:\\ProgramData\\dagweave\\policy.yaml',
  ]);
});

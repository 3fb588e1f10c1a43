import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConfigurationSearch, readConfigurationFiles } from '../../src/cli/config-files.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dagweave-config-')));
  mkdirSync(join(root, 'home/work/app/src'), { recursive: true });
});
afterEach(() => {
  process.chdir(tmpdir());
  rmSync(root, { recursive: true });
});

function put(path: string, text = 'hooks: {enabled: true}\n'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function find(search: Partial<ConfigurationSearch> = {}) {
  const collector = createCollector();
  const environment = { HOME: join(root, 'home'), ...search.environment };
  const folder = search.folder ?? join(root, 'home/work/app/src');
  process.chdir(folder);
  const files = await readConfigurationFiles({ config: [], set: [], ...search, folder, environment }, collector.report);
  return {
    files: files.map((file) => `${file.layer} ${file.path.replace(root, '')}`),
    texts: files.map((file) => file.text),
    codes: collector.all().map((one) => one.code),
    messages: collector.all().map((one) => one.message),
  };
}

describe('global configuration', () => {
  test('lies in ~/.config/dagweave and ~/.arborist, the first being the stronger', async () => {
    put('home/.config/dagweave/config.yml');
    put('home/.arborist/config.json', '{}');
    expect((await find()).files).toEqual([
      'global /home/.arborist/config.json',
      'global /home/.config/dagweave/config.yml',
    ]);
  });

  test('follows XDG_CONFIG_HOME where that is absolute', async () => {
    put('home/.config/dagweave/config.yaml');
    put('xdg/dagweave/config.json');
    const found = (stated: string) => find({ environment: { XDG_CONFIG_HOME: stated } });
    expect((await found(join(root, 'xdg'))).files).toEqual(['global /xdg/dagweave/config.json']);
    expect((await found('xdg')).files).toEqual(['global /home/.config/dagweave/config.yaml']);
  });
});

describe('project configuration', () => {
  test('is the nearest one upwards, named from the working directory', async () => {
    put('home/work/.dagweave/config.yaml');
    put('home/work/app/.dagweave/config.json');
    expect((await find()).files).toEqual(['project ../.dagweave/config.json']);
  });

  test('may be that of arborist, or both', async () => {
    put('home/work/app/.arborist/config.json', '{}');
    expect((await find()).files).toEqual(['project ../.arborist/config.json']);
    put('home/work/app/.dagweave/config.yaml');
    expect((await find()).files).toEqual(['project ../.arborist/config.json', 'project ../.dagweave/config.yaml']);
  });

  test('is not looked for in the home folder, nor above it', async () => {
    put('home/.dagweave/config.yaml');
    put('.dagweave/config.yaml');
    expect((await find()).files).toEqual([]);
  });

  test('is not looked for in a home folder that is reached by a symbolic link', async () => {
    put('home/.dagweave/config.yaml');
    symlinkSync(join(root, 'home'), join(root, 'linked'));
    expect((await find({ environment: { HOME: join(root, 'linked') } })).files).toEqual([]);
  });

  test('is looked for up to the root of the file system outside of the home folder', async () => {
    put('.dagweave/config.yaml');
    mkdirSync(join(root, 'elsewhere/deep'), { recursive: true });
    expect((await find({ folder: join(root, 'elsewhere/deep') })).files).toEqual([
      'project ../../.dagweave/config.yaml',
    ]);
  });

  test('twice in one folder is an error that names both', async () => {
    put('home/work/app/.dagweave/config.yaml');
    put('home/work/app/.dagweave/config.json');
    const found = await find();
    expect(found.codes).toEqual(['DW345']);
    expect(found.messages[0]).toContain('config.yaml, config.json');
  });

  test('that is not UTF-8 is an error', async () => {
    put('home/work/app/.dagweave/config.yaml');
    writeFileSync(join(root, 'home/work/app/.dagweave/config.yaml'), Buffer.from([0x68, 0xff]));
    expect((await find()).codes).toEqual(['DW803']);
  });
});

describe('--config', () => {
  test('takes the place of the project, in the order given, each file once', async () => {
    put('home/work/app/.dagweave/config.yaml');
    put('home/.config/dagweave/config.yaml');
    put('home/work/app/src/b.yaml');
    put('home/work/app/a.json', '{}');
    expect((await find({ config: ['b.yaml', '../a.json', './b.yaml'] })).files).toEqual([
      'global /home/.config/dagweave/config.yaml',
      'project b.yaml',
      'project ../a.json',
    ]);
  });

  test('of a file that does not exist is an error', async () => {
    expect((await find({ config: ['missing.yaml'] })).codes).toEqual(['DW802']);
  });

  test('of the global file does not read it twice', async () => {
    put('home/.config/dagweave/config.yaml');
    const found = await find({ config: [join(root, 'home/.config/dagweave/config.yaml')] });
    expect(found.files).toEqual(['project ../../../.config/dagweave/config.yaml']);
  });
});

test('environment and --set come last, and have no power over files of others', async () => {
  put('home/work/app/.dagweave/config.yaml');
  const found = await find({ environment: { DAGWEAVE_HOOKS_ENABLED: '0' }, set: ['hooks.enabled=true'] });
  expect(found.files).toEqual([
    'project ../.dagweave/config.yaml',
    'environment DAGWEAVE_HOOKS_ENABLED',
    'command-line --set hooks.enabled',
  ]);
  expect(found.texts.slice(1)).toEqual(['{"hooks": {"enabled": false}}\n', '{"hooks": {"enabled": true}}\n']);
});

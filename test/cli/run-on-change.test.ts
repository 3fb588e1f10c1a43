import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runOnChange } from '../../src/cli/serve/run-on-change.js';
import { folderWith } from './run-dagweave.js';

/** What the runs saw of `files`, until the last one saw `awaited`. */
async function seen(
  files: Readonly<Record<string, string>>,
  inputs: readonly string[],
  meanwhile: (cwd: string, run: number) => void,
  awaited: string,
): Promise<readonly string[]> {
  const cwd = folderWith(files);
  const read = Object.keys(files).map((file) => join(cwd, file));
  // Files older than the run, as those of a user are.
  await new Promise((done) => setTimeout(done, 100));
  const texts: string[] = [];
  const run = async () => {
    const text = read.map((path) => readFileSync(path, 'utf8')).join(' ');
    meanwhile(cwd, texts.length);
    return { read, text };
  };
  for await (const { text } of runOnChange(
    inputs.map((input) => join(cwd, input)),
    run,
  )) {
    texts.push(text);
    if (text === awaited) break;
  }
  return texts;
}

describe('a change while a run is under way is not lost', () => {
  test('in a file that was named, in the first run and in a later one', async () => {
    const edit = (cwd: string, run: number) => run < 2 && writeFileSync(join(cwd, 'flow'), `edit ${run}`);
    expect(await seen({ flow: 'old' }, ['flow'], edit, 'edit 1')).toEqual(['old', 'edit 0', 'edit 1']);
  });

  test('in a file that only the run found', async () => {
    const edit = (cwd: string, run: number) => run === 0 && writeFileSync(join(cwd, 'rules'), 'new');
    expect(await seen({ flow: 'a', rules: 'old' }, ['flow'], edit, 'a new')).toEqual(['a old', 'a new']);
  });

  test('by another file in its place, of the same size', async () => {
    const edit = (cwd: string, run: number) => {
      if (run > 0) return;
      writeFileSync(join(cwd, 'other'), 'new');
      renameSync(join(cwd, 'other'), join(cwd, 'flow'));
    };
    expect(await seen({ flow: 'old' }, ['flow'], edit, 'new')).toEqual(['old', 'new']);
  });
});

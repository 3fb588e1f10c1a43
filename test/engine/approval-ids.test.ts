import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withHooks } from './compile-here.js';
import { validateDagu } from './dagu.js';
import { dagu2 } from './engines.js';

const home = mkdtempSync(join(tmpdir(), 'dagweave-ids-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const long = 'a-task-with-a-name-that-is-much-longer-than-an-id-may-be';

const cases = [
  { name: 'names that are cut', tasks: [`${long}-1`, `${long}-2`] },
  { name: 'names that differ in signs alone', tasks: ['a b', 'a_b', 'a-b', 'a.b', 'a/b'] },
  { name: 'names of other alphabets', tasks: ['ä', 'ö', '日本'] },
  { name: 'names of one long step that are cut', tasks: ['build', 'test'], step: long },
  { name: 'an id that a step of the user has', tasks: ['build'], others: ['id: hook_ask\n    name: other'] },
  { name: 'a name that a step of the user has', tasks: ['build'], others: ['name: hook_ask'] },
];

describe.skipIf(dagu2.missing)(`ids of approvals in ${dagu2.title}`, () => {
  test.each(cases)('$name', async ({ tasks, others = [], step = 'ask' }) => {
    const steps = [...tasks.map((task) => `name: ${JSON.stringify(task)}`), ...others];
    const text = `type: graph\nsteps:\n${steps.map((step) => `  - ${step}\n    run: "true"\n`).join('')}`;
    const rule = { step, tasks: tasks.map((task) => task.replaceAll('[', '?')) };
    const files = withHooks(
      { 'it.yaml': text },
      { step_definitions: { [step]: { type: 'approval', prompt: 'Go on?' } }, injections: { post_task: [rule] } },
      dagu2,
    );
    const found = (parse(files['it.yaml']!) as { steps: { id?: string; action?: string }[] }).steps;
    const ids = found.filter(({ action }) => action === 'human.task').map(({ id }) => id!);
    expect(ids).toHaveLength(tasks.length);
    expect(new Set(ids).size).toBe(tasks.length);
    expect(ids.every((id) => /^[A-Za-z]\w{0,39}$/.test(id))).toBe(true);
    const file = join(home, 'it.yaml');
    writeFileSync(file, files['it.yaml']!);
    expect(await validateDagu(file, home, dagu2)).toBe('');
  });
});

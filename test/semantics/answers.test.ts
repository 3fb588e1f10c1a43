import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';
import { runWarm } from '../cli/warm-dagweave.js';
import { languages } from './languages.js';
import type { EngineName } from './rows.js';

const hooks =
  'hooks: {enabled: true, injections: {pre_task: [{id: scan, type: shell, command: ./scan, tasks: [deploy]}]}}\n';

/** What models write in place of the key that orders tasks, and where an answer was cut off. */
const slips: Readonly<
  Partial<Record<EngineName, { readonly right: string; readonly wrong: string; readonly cut: string }>>
> = {
  'Argo Workflows': { right: 'dependencies: [', wrong: 'depends_on: [', cut: '          - {name: deploy, templ' },
  'GitHub Actions': { right: 'needs: build', wrong: 'depends_on: build', cut: '      - ru' },
  'GitLab CI': { right: 'needs: [', wrong: 'need: [', cut: '  script:\n    - "./dep' },
};

describe.each(Object.entries(slips))('an answer for %s', (engine, { right, wrong, cut }) => {
  const text = languages[engine as EngineName]((name) => `./${name}`);
  const broken = text.replace(right, wrong);

  test('with a slip in a key is asked for again with the line as it should be, and mended by --fix', () => {
    const answer = `Here is your workflow:\n\n\`\`\`yaml\n${broken}\`\`\`\n\nGood luck!\n`;
    const cwd = folderWith({ 'answer.md': answer, 'hooks.yaml': hooks });
    const asked = runWarm(['apply', '--diagnostics', 'prompt', '--config', 'hooks.yaml', 'answer.md'], { cwd });
    expect(asked.stderr).toContain('is not the right key here');
    expect(asked.stderr).toMatch(new RegExp(`Corrected, line \\d+:\n\`\`\`\n.*${right.replace('[', '\\[')}`));
    expect(asked.stderr).not.toMatch(/scan|hooks\.yaml|DW\d/);

    const args = ['apply', '--fix', '--config', 'hooks.yaml', '--manifest', 'manifest.json', '-o', 'out.yaml'];
    const mended = runWarm([...args, 'answer.md'], { cwd });
    expect(mended.exit, mended.stderr).toBe(0);
    expect(readFileSync(join(cwd, 'out.yaml'), 'utf8')).toContain('./scan');
    const back = runWarm(['strip', '--manifest', 'manifest.json', 'out.yaml'], { cwd });
    expect(back.stdout, back.stderr).toBe(answer);
  });

  test('that was cut off is refused, and asked for whole', () => {
    const end = text.lastIndexOf(cut.slice(0, 10).trimEnd());
    const answer = `\`\`\`yaml\n${text.slice(0, end)}${cut}`;
    const cwd = folderWith({ 'answer.md': answer, 'hooks.yaml': hooks });
    const asked = runWarm(['apply', '--diagnostics', 'prompt', '--config', 'hooks.yaml', 'answer.md'], { cwd });
    expect([asked.exit, asked.stdout], asked.stderr).toEqual([1, '']);
    expect(asked.stderr).toMatch(/nothing is missing|complete|whole/);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runWarm } from '../cli/warm-dagweave.js';
import { newFolder } from '../runtime/step-process.js';

interface Script {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly sleep?: number;
}

interface Row extends Script {
  readonly rules: 'agent' | 'claude';
  readonly event: string;
  readonly matcher?: string;
  readonly context?: object;
  /** More fields of the hook's entry. */
  readonly hook?: object;
  /** Several scripts in the place of one. */
  readonly hooks?: readonly Script[];
  readonly exit_code: number;
  readonly answer?: object;
  readonly failure?: string;
  readonly claude?: object;
  /** With --compat claude, what is printed where that is no JSON. */
  readonly prints?: string;
}

const rows = parse(readFileSync('test/fixtures/events/contract.yaml', 'utf8')) as readonly Row[];

describe('what comes of what a hook does', () => {
  test('there are at least 80 rows, and half of them go by the rules of Claude Code', () => {
    expect(rows.length).toBeGreaterThanOrEqual(80);
    expect(rows.filter(({ rules }) => rules === 'claude').length).toBeGreaterThanOrEqual(rows.length / 2);
  });

  test.each(rows.map((row) => [titleOf(row), row] as const))('%s', (_, row) => {
    const { exit, stdout, stderr } = dispatched(row);
    expect({ exit, stderr: exit === row.exit_code ? '' : stderr }).toEqual({ exit: row.exit_code, stderr: '' });
    if (row.prints !== undefined) return expect(stdout).toBe(row.prints);
    const answer = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    if (row.answer) expect(answer).toMatchObject(row.answer);
    if (row.claude) expect(answer).toMatchObject(row.claude);
    // Nothing but what is there: an answer of Claude Code acts by each of its fields.
    if (row.claude) expect(Object.keys(answer).sort()).toEqual(Object.keys(row.claude).sort());
    if (row.failure) expect(failuresIn(answer)).toEqual([textLike(row.failure)]);
    if (row.answer && !row.failure) expect(failuresIn(answer)).toEqual([]);
  });
});

/** What is before the dots: the platform says the rest, in words that change with its version. */
function textLike(text: string): unknown {
  return text.endsWith('…') ? expect.stringContaining(text.slice(0, -1)) : text;
}

function titleOf({ rules, event, matcher, exit, stdout, stderr, sleep, hooks, hook }: Row): string {
  const said = JSON.stringify(hooks ?? { exit, stdout, stderr, sleep, ...hook });
  return `${rules}: ${event}${matcher === undefined ? '' : ` of ${JSON.stringify(matcher)}`} ${said}`;
}

function failuresIn(answer: Readonly<Record<string, unknown>>): unknown[] {
  const hooks = (answer.hooks ?? []) as readonly { readonly failure?: string; readonly decision?: string }[];
  return hooks.flatMap((one) => (one.failure === undefined || one.decision === 'deny' ? [] : [one.failure]));
}

function dispatched(row: Row) {
  const folder = newFolder();
  const scripts = row.hooks ?? [row];
  const hooks = scripts.map((script, index) => {
    writeFileSync(join(folder, `hook-${index}.sh`), scriptText(script));
    return { type: 'command', command: `sh ./hook-${index}.sh`, ...row.hook };
  });
  const group = { ...(row.matcher !== undefined && { matcher: row.matcher }), hooks };
  const place = row.rules === 'claude' ? '.claude' : '.config/agent';
  mkdirSync(join(folder, place), { recursive: true });
  writeFileSync(join(folder, place, 'settings.json'), JSON.stringify({ hooks: { [row.event]: [group] } }));
  const compat = row.claude || row.prints !== undefined ? ['--compat', 'claude'] : [];
  const input = JSON.stringify(row.context ?? { tool_name: 'Bash', tool_input: { command: 'ls' } });
  return runWarm(['dispatch', row.event, ...compat], { cwd: folder, input, env: { HOME: folder } });
}

function scriptText({ exit = 0, stdout = '', stderr = '', sleep = 0 }: Script): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    'cat > /dev/null',
    `sleep ${sleep}`,
    `printf %s ${quoted(stdout)}`,
    `printf %s ${quoted(stderr)} >&2`,
    `exit ${exit}`,
    '',
  ].join('\n');
}

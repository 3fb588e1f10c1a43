import { parse } from 'yaml';

/** Knows the rules of `everyPoint` and YAML, and nothing of the compiler. */
export function problemsOf(before: string, after: string): readonly string[] {
  return [...problems(jobsOf(before), jobsOf(after))];
}

interface Step {
  readonly id?: string;
  readonly [key: string]: unknown;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly steps?: readonly Step[];
  readonly uses?: string;
  readonly if?: string;
}

type Jobs = ReadonlyMap<string, Job>;

function jobsOf(text: string): Jobs {
  return new Map(Object.entries((parse(text, { merge: true }) as { readonly jobs: Record<string, Job> }).jobs));
}

function* problems(before: Jobs, after: Jobs): Iterable<string> {
  const names = [...before.keys()];
  const kept = [...after.keys()].filter((name) => before.has(name));
  if (kept.join() !== names.join()) yield `jobs were ${names.join()} and are ${kept.join()}`;
  const waits = (name: string, other: string) => behind(after, name).has(other);
  const roots = names.filter((name) => needsOf(before.get(name)!).length === 0);
  const leaves = names.filter((name) => !names.some((other) => needsOf(before.get(other)!).includes(name)));
  for (const name of names) {
    const [old, now] = [before.get(name)!, after.get(name)!];
    if (JSON.stringify(without(old)) !== JSON.stringify(without(now)) || !isSameCondition(old.if, now.if))
      yield `${name} says something else`;
    const missing = needsOf(old).filter((need) => !needsOf(now).includes(need));
    const strange = needsOf(now).filter((need) => !needsOf(old).includes(need) && !need.startsWith('hook-'));
    if (missing.length + strange.length > 0) yield `${name} lost ${missing} and needs ${strange}`;
    if (/always\(|failure\(|cancelled\(/.test(old.if ?? '') && !needsOf(now).includes('hook-begin'))
      yield `${name} does not ask for the first gate`;
    const asked = needsOf(now).filter((need) => now.if?.includes(`needs.${need}.result == 'success'`));
    if (
      needsOf(now).includes('hook-begin') &&
      old.if &&
      /always\(|failure\(|cancelled\(/.test(old.if) &&
      !asked.includes('hook-begin')
    )
      yield `${name} runs past the first gate`;
    if (!waits(name, 'hook-begin')) yield `${name} does not wait for the first gate`;
    if (needsOf(old).some((need) => roots.includes(need)) && !waits(name, 'hook-ready'))
      yield `${name} does not wait for what comes behind the roots`;
    yield* old.steps && old.steps.length > 0 ? inside(name, now.steps!) : around(name, old, before, after);
    for (const other of names) {
      if (behind(before, name).has(other) && !waits(name, other)) yield `${name} no longer waits for ${other}`;
      const isNew = !behind(before, name).has(other) && other !== name && waits(name, other);
      if (isNew && !waits(name, 'hook-ready')) yield `${name} waits for ${other}, which it did not`;
    }
  }
  for (const leaf of leaves)
    if (!waits('hook-green', leaf) || !waits('hook-over', leaf)) yield `${leaf} comes after the end`;
  if (after.get('hook-over')?.if !== '${{ always() }}') yield 'what always runs does not say so';
}

function* inside(name: string, steps: readonly Step[]): Iterable<string> {
  const ids = steps.map(({ id }) => id);
  if (ids[0] !== 'hook-scan') yield `${name} does not begin with its gate`;
  if (ids.slice(-2).join() !== 'hook-gate,hook-note') yield `${name} does not end with its hooks: ${ids.slice(-2)}`;
  if (steps.at(-1)!['continue-on-error'] !== true) yield `${name} fails where a hook fails that it does not wait for`;
  for (const step of steps.filter(({ id }) => id?.startsWith('hook-'))) {
    if (String(step.run).includes('${{')) yield `${name} runs text with an expression`;
  }
}

function* around(name: string, { uses }: Job, before: Jobs, after: Jobs): Iterable<string> {
  if (uses === undefined) return;
  if (!needsOf(after.get(name)!).includes(`hook-scan-${name}`)) yield `${name} does not wait for its gate`;
  if (!needsOf(after.get(`hook-gate-${name}`)!).includes(name)) yield `the gate behind ${name} does not wait for it`;
  for (const [other, job] of before) {
    const isBehind = needsOf(job).includes(name);
    if (isBehind && !behind(after, other).has(`hook-gate-${name}`)) yield `${other} passes the gate of ${name}`;
  }
}

function needsOf({ needs = [] }: Job): readonly string[] {
  return typeof needs === 'string' ? [needs] : needs;
}

function behind(jobs: Jobs, name: string): ReadonlySet<string> {
  const found = new Set(needsOf(jobs.get(name) ?? {}));
  for (const one of found) for (const need of needsOf(jobs.get(one) ?? {})) found.add(need);
  return found;
}

function without({ needs: _, if: __, steps, ...rest }: Job): object {
  return {
    ...Object.fromEntries(Object.entries(rest).sort()),
    steps: steps?.filter(({ id }) => !id?.startsWith('hook-')),
  };
}

/** Is it the same but for what it asks of gates, and brackets around it for that? */
function isSameCondition(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return before === after;
  const asked =
    / && (?:needs\.hook-[\w-]+\.result == 'success'|\(needs\.hook-[\w-]+\.result == 'success' \|\| needs\.hook-[\w-]+\.result == 'skipped'\))/g;
  const inside = (text: string) => text.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1').trim();
  const left = inside(after.replace(asked, ''));
  return left === inside(before) || (after !== left && left === `(${inside(before)})`);
}

import type { Random } from '../random.js';

/** A few rules at random that hold for any workflow of any engine: commands, at every point, with marks and without. */
export function someShellRules(random: Random): string {
  let count = 0;
  const rulesAt = (point: string) =>
    Array.from({ length: random.chance(0.4) ? 0 : random.below(3) }, () => {
      count += 1;
      const atEnd = point === 'final' && random.chance(0.3);
      return {
        id: `${random.pick(['gate', 'odd_id', 'a.b', 'T'])}${count}`,
        type: 'shell',
        command: random.chance(0.6) ? 'probe' : 'probe {{task_id}}',
        ...(atEnd ? { run: random.pick(['always', 'failure']) } : { optional: true }),
        ...(!atEnd && random.chance(0.2) && { await: false }),
        ...(!atEnd && random.chance(0.2) && { on_failure: 'continue' }),
        ...(random.chance(0.15) && { retries: 2 }),
        ...(random.chance(0.15) && { timeout: 60 }),
      };
    });
  const injections = Object.fromEntries(points.map((point) => [point, rulesAt(point)]));
  return JSON.stringify({ hooks: { enabled: true, marks: random.chance(0.6), injections } }, null, 1);
}

const points = ['pre_root', 'post_roots', 'pre_task', 'post_task', 'final'] as const;
